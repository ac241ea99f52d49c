import PageKit
import ServerInterfaces
import Waymark

/// The web server's own pages, the links of all pages, and the gate for visitors.
public struct WebModule: RouteModule {
  private let settings: WebSettings

  /// Creates the module.
  public init(_ settings: WebSettings = WebSettings()) { self.settings = settings }

  /// The routes.
  public var routes: Routes {
    Route(RoutedLinks.init(registry:)) {
      Service(.links)
      Singleton()
      Eager()
    }
    Route(WebSettings.self) {
      Service(.webSettings)
    } make: { [settings] in
      settings
    }
    Route(CookiePolicy.self) {
      Service(.cookiePolicy)
    } make: { [settings] in
      CookiePolicy(isSecure: settings.isSecure)
    }
    Route(Visit.init(attempt:), configuration: { VisitAttempt() }) {
      ViewModule(.visit)
      EntryPoint()
    }
    assets
    for pattern in [
      "/assets/style.css", "/assets/app.js", "/assets/icon.svg", "/.well-known/apple-app-site-association",
    ] {
      Route(PublicPage.self) {
        Contributes(to: .publicPages)
      } make: {
        PublicPage(pattern)
      }
    }
  }

  @RoutesBuilder private var assets: Routes {
    Route(StyleSheet.init(address:), configuration: { PlainAddress<PlainPage.StyleSheet>() }) {
      ServiceModule(.styleSheet)
      URLPattern(for: PlainAddress<PlainPage.StyleSheet>.self, "/assets/style.css")
    }
    Route(Script.init(address:), configuration: { PlainAddress<PlainPage.Script>() }) {
      ServiceModule(.script)
      URLPattern(for: PlainAddress<PlainPage.Script>.self, "/assets/app.js")
    }
    Route(Icon.init(address:), configuration: { PlainAddress<PlainPage.Icon>() }) {
      ServiceModule(.icon)
      URLPattern(for: PlainAddress<PlainPage.Icon>.self, "/assets/icon.svg")
    }
    Route(
      AssociationFile.init(address:settings:registry:),
      configuration: { PlainAddress<PlainPage.AssociationFile>() }
    ) {
      ServiceModule(.associationFile)
      URLPattern(
        for: PlainAddress<PlainPage.AssociationFile>.self, "/.well-known/apple-app-site-association")
    }
  }
}
