import Waymark

/// The measured scope.
struct Visit: RouteScope { let user: Int }

protocol Basket: AnyObject, Sendable {}
extension RoutableService<any Basket> { init() { self.init(declaredProtocol: Protocol.self) } }
final class VisitBasket: Basket, ServiceDestination {
  init() {}
}

protocol Checkout: AnyObject, Sendable {}
extension RoutableService<any Checkout> { static var checkout: Self { declared() } }
final class VisitCheckout: Checkout {
  let basket: any Basket
  let clock: any Clock
  let visit: Visit

  init(basket: any Basket, clock: any Clock, visit: Visit) {
    (self.basket, self.clock, self.visit) = (basket, clock, visit)
  }
}

struct VisitModule: RouteModule {
  var routes: Routes {
    Route(VisitBasket.self) {
      Service<any Basket>.as { $0 }
      Scoped(to: Visit.self)
    }
    Route(VisitCheckout.init(basket:clock:visit:)) { Service(.checkout) }
  }
}

/// A service that a visit can start on demand.
final class Receipt: Sendable {
  init() async {}
}
extension RoutableService<Receipt> { static var receipt: Self { declared() } }

struct ReceiptModule: RouteModule {
  var routes: Routes {
    Route(Receipt.init) {
      Service(.receipt)
      Scoped(to: Visit.self)
      OnDemand()
      Stopping { _ in }
      EntryPoint()
    }
  }
}
