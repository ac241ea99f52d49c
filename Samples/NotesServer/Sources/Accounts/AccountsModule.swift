import PageKit
import ServerInterfaces
import Waymark

/// Accounts: registering, logging in and out, and the gate in front of all pages that need a log-in.
public struct AccountsModule: RouteModule {
  /// Creates the module.
  public init() {}

  /// The pages, what they need, and the interceptor.
  public var routes: Routes {
    pages
    services
    Intercepts { try LogInGate.decide($0) }
    Route(LogInPrompt.init(links:)) {
      View(.logInPrompt)
      EntryPoint()
    }
    for pattern in ["/login", "/register", "/api/session"] {
      Route(PublicPage.self) {
        Contributes(to: .publicPages)
      } make: {
        PublicPage(pattern)
      }
    }
    for (name, text) in [("log-in", logInTemplate), ("registration", registrationTemplate)] {
      Route(TemplateSource.self) {
        Contributes(to: .templates, as: name)
      } make: {
        TemplateSource(name, text)
      }
    }
  }

  @RoutesBuilder private var pages: Routes {
    Route(LogInPage.init(address:signIn:session:request:pages:links:), configuration: { LogInAddress() }) {
      ServiceModule(.logInPage)
      URLPattern(for: LogInAddress.self, "/login?next=\(\.next)")
    }
    Route(
      RegistrationPage.init(address:accounts:hasher:signIn:session:request:pages:links:),
      configuration: { PlainAddress<PlainPage.Registration>() }
    ) {
      ServiceModule(.registrationPage)
      URLPattern(for: PlainAddress<PlainPage.Registration>.self, "/register")
    }
    Route(
      LogOutPage.init(address:accounts:cookies:request:links:),
      configuration: { PlainAddress<PlainPage.LogOut>() }
    ) {
      ServiceModule(.logOutPage)
      URLPattern(for: PlainAddress<PlainPage.LogOut>.self, "/logout")
    }
    Route(HomePage.init(address:request:links:), configuration: { PlainAddress<PlainPage.Home>() }) {
      ServiceModule(.homePage)
      URLPattern(for: PlainAddress<PlainPage.Home>.self, "/")
    }
    Route(SessionResource.init(accounts:signIn:request:)) {
      Service(.sessionResource)
      URLPattern("/api/session")
    }
  }

  @RoutesBuilder private var services: Routes {
    Route(SignIn.init(accounts:hasher:limiter:cookies:request:)) { Service(.signIn) }
    Route(PasswordHasher.init(cost:)) {
      Service(.passwordHasher)
      Singleton()
    }
    Route(PasswordCost.self) {
      Service(.passwordCost)
    } make: {
      PasswordCost()
    }
    Route(LogInLimiter.self) {
      Service(.logInLimiter)
      Singleton()
    } make: {
      LogInLimiter(perSecond: 0.2)
    }
  }
}
