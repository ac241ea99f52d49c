import Waymark

/// The scope that's measured.
struct Visit: RouteScope { let user: Int }

protocol Basket: AnyObject, Sendable {}
extension RoutableService<any Basket> { init() { self.init(declaredProtocol: Protocol.self) } }
final class VisitBasket: Basket, ServiceDestination {
  init() {}
}

struct VisitModule: RouteModule {
  var routes: Routes {
    Route(VisitBasket.self) {
      Service<any Basket>.as { $0 }
      Scoped(to: Visit.self)
    }
  }
}
