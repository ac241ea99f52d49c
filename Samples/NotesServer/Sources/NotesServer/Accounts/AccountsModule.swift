import Hummingbird
import Waymark

/// Accounts: registering, logging in and out, passwords, and sessions.
struct AccountsModule: RouteModule {

  var routes: Routes {
    Route(Member.init(session:)) {
      Service(.member)
      Scoped(to: Session.self)
    }
    Route(SignIn.init(storage:hasher:limiter:settings:request:)) { Service(.signIn) }
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
    Serves(HomePage.init(address:links:), at: "/")
    Serves(LogInPage.init(address:signIn:session:pages:), at: "/login?next=\(\.next)")
    Serves(
      RegistrationPage.init(address:storage:hasher:signIn:settings:session:pages:),
      at: "/register")
    Serves(LogOutPage.init(address:storage:session:signIn:links:), at: "/logout")
    Serves(
      AccountPage.init(address:storage:member:hasher:signIn:pages:),
      at: "/account?notice=\(\.notice)")
    Serves(SessionsPage.init(address:storage:member:signIn:links:), at: "/account/sessions")
    Serves(SessionResource.init(address:storage:session:signIn:request:), at: "/api/session")
  }
}
