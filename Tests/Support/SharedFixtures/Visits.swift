package import WaymarkCore

// The scopes of a server: a visit is inside a log-in or without one.

package struct Login: RouteScope {
  package let user: String
  package init(user: String) { self.user = user }
}

package struct Visit: RouteScope {
  package typealias Outer = Login?
  package let path: String
  package init(path: String) { self.path = path }
}

package final class Basket: Sendable {
  package let login: Login
  package init(login: Login) { self.login = login }
}

package struct Greeting: Sendable {
  package let login: Login?
  package let basket: Basket?
  package let visit: Visit
  package init(login: Login?, basket: Basket?, visit: Visit) {
    (self.login, self.basket, self.visit) = (login, basket, visit)
  }
}

/// An asynchronous instance with a start that a test observes.
package final class VisitorProfile: Sendable {
  package let number: Int
  package init(number: Int) { self.number = number }
}

/// An instance that needs a profile.
package struct Page: Sendable {
  package let profile: VisitorProfile
  package init(profile: VisitorProfile) { self.profile = profile }
}

extension RoutableService<Basket> { package static var visitorBasket: Self { declared() } }
extension RoutableService<Greeting> { package static var visitorGreeting: Self { declared() } }
extension RoutableService<VisitorProfile> { package static var visitorProfile: Self { declared() } }
extension RoutableService<Page> { package static var visitorPage: Self { declared() } }

package struct VisitModule: RouteModule {
  package init() {}
  package var routes: Routes {
    Route(Basket.init(login:)) {
      Service(.visitorBasket)
      Scoped(to: Login.self)
    }
    Route(Greeting.init(login:basket:visit:)) { Service(.visitorGreeting) }
  }
}

/// Returns the route error that an asynchronous operation throws, if any.
package func routeFailure(of body: () async throws -> Void) async -> RouteError? {
  await failure(of: body) as? RouteError
}
