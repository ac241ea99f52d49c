import Waymark

/// A collection, and a decorated service.
struct ToolsModule: RouteModule {
  var routes: Routes {
    for number in 0..<10 {
      Route(Hammer.self) {
        if number == 0 { Service<any Tool>.as { $0 } }
        Contributes(to: Services<any Tool>())
      }
    }
    Route(CardboardBox.self) {
      Service<any WrappedBox>()
    } make: {
      CardboardBox(inner: CardboardBox(inner: nil))
    }
    Route(CardboardBox.self) {
      Service<any DecoratedBox>()
    } make: {
      CardboardBox(inner: nil)
    }
    Decorates(Service<any DecoratedBox>()) { CardboardBox(inner: $0) }
  }
}

protocol Tool: AnyObject, Sendable {}
extension RoutableService<any Tool> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableServices<any Tool> { init() { self.init(declaredProtocol: Protocol.self) } }
final class Hammer: Tool, ServiceDestination {
  let weight: Int
  init() { weight = 1 }
}

protocol WrappedBox: AnyObject, Sendable {}
extension RoutableService<any WrappedBox> { init() { self.init(declaredProtocol: Protocol.self) } }
protocol DecoratedBox: AnyObject, Sendable {}
extension RoutableService<any DecoratedBox> { init() { self.init(declaredProtocol: Protocol.self) } }
final class CardboardBox: WrappedBox, DecoratedBox {
  let inner: (any DecoratedBox)?
  init(inner: (any DecoratedBox)?) { self.inner = inner }
}
