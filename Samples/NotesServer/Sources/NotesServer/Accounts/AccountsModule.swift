import Waymark

/// Accounts: registering, logging in and out, passwords, and sessions.
struct AccountsModule: RouteModule {
  var routes: Routes {
    Route(Member.init(session:)) {
      Service(.member)
      Scoped(to: Session.self)
    }
    Route({ PasswordHasher() }) {
      Service<PasswordHasher>(.own)
      Singleton()
    }
    Route({ RateLimiter(perSecond: 0.2, burst: 10) }) {
      Service<RateLimiter>(.own)
      Singleton()
    }
    Route(AccountPages.init(storage:hasher:limiter:pages:)) { Service<AccountPages>(.own) }
    Serves("/", get: AccountPages.home)
    Serves("/login?next=\(\.next)", to: .everybody, get: AccountPages.logInForm, form: AccountPages.logIn)
    Serves("/register", to: .everybody, get: AccountPages.registrationForm, form: AccountPages.register)
    Serves("/logout", post: AccountPages.logOut)
    Serves("/account", get: AccountPages.account, form: AccountPages.changePassword)
    Serves("/account/sessions", post: AccountPages.endSessions)
    Serves("/api/session", to: .everybody, post: AccountPages.openSession, delete: AccountPages.closeSession)
  }
}
