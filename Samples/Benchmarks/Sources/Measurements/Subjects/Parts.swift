import Waymark

/// Services whose initializers have three other services as parameters.
enum Parts {
  static func fill(_ table: HandWrittenTable) {
    table.add((any Wheel).self) { RoundWheel() }
    table.add((any Frame).self) { SteelFrame() }
    table.add((any Saddle).self) { LeatherSaddle() }
    // The closures keep the table alive, which costs the benchmarks nothing: an unowned reference would cost time.
    table.add((any Bicycle).self) {
      RoadBicycle(
        wheel: table.make((any Wheel).self), frame: table.make((any Frame).self),
        saddle: table.make((any Saddle).self))
    }
    table.add((any Mechanic).self, instance: OnlyMechanic())
    table.add((any Cashier).self, instance: OnlyCashier())
    table.add((any Storage).self, instance: OnlyStorage())
    table.add((any Workshop).self) {
      CornerWorkshop(
        mechanic: table.instance((any Mechanic).self), cashier: table.instance((any Cashier).self),
        storage: table.instance((any Storage).self))
    }
  }
}

struct PartsModule: RouteModule {
  var routes: Routes {
    Route(RoundWheel.self) { Service<any Wheel>.as { $0 } }
    Route(SteelFrame.self) { Service<any Frame>.as { $0 } }
    Route(LeatherSaddle.self) { Service<any Saddle>.as { $0 } }
    Route(RoadBicycle.init(wheel:frame:saddle:)) { Service<any Bicycle>.as { $0 } }
    Route(OnlyMechanic.self) {
      Service<any Mechanic>.as { $0 }
      Singleton()
    }
    Route(OnlyCashier.self) {
      Service<any Cashier>.as { $0 }
      Singleton()
    }
    Route(OnlyStorage.self) {
      Service<any Storage>.as { $0 }
      Singleton()
    }
    Route(CornerWorkshop.init(mechanic:cashier:storage:)) { Service<any Workshop>.as { $0 } }
  }
}

// MARK: - Three new services

protocol Wheel: AnyObject, Sendable {}
extension RoutableService<any Wheel> { init() { self.init(declaredProtocol: Protocol.self) } }
final class RoundWheel: Wheel, ServiceDestination {
  let size: Int
  init() { size = 1 }
}

protocol Frame: AnyObject, Sendable {}
extension RoutableService<any Frame> { init() { self.init(declaredProtocol: Protocol.self) } }
final class SteelFrame: Frame, ServiceDestination {
  let size: Int
  init() { size = 2 }
}

protocol Saddle: AnyObject, Sendable {}
extension RoutableService<any Saddle> { init() { self.init(declaredProtocol: Protocol.self) } }
final class LeatherSaddle: Saddle, ServiceDestination {
  let size: Int
  init() { size = 3 }
}

protocol Bicycle: AnyObject, Sendable {}
extension RoutableService<any Bicycle> { init() { self.init(declaredProtocol: Protocol.self) } }
final class RoadBicycle: Bicycle {
  let wheel: any Wheel
  let frame: any Frame
  let saddle: any Saddle

  init(wheel: any Wheel, frame: any Frame, saddle: any Saddle) {
    self.wheel = wheel
    self.frame = frame
    self.saddle = saddle
  }
}

// MARK: - Three kept services

protocol Mechanic: AnyObject, Sendable {}
extension RoutableService<any Mechanic> { init() { self.init(declaredProtocol: Protocol.self) } }
final class OnlyMechanic: Mechanic, ServiceDestination {
  init() {}
}

protocol Cashier: AnyObject, Sendable {}
extension RoutableService<any Cashier> { init() { self.init(declaredProtocol: Protocol.self) } }
final class OnlyCashier: Cashier, ServiceDestination {
  init() {}
}

protocol Storage: AnyObject, Sendable {}
extension RoutableService<any Storage> { init() { self.init(declaredProtocol: Protocol.self) } }
final class OnlyStorage: Storage, ServiceDestination {
  init() {}
}

protocol Workshop: AnyObject, Sendable {}
extension RoutableService<any Workshop> { init() { self.init(declaredProtocol: Protocol.self) } }
final class CornerWorkshop: Workshop {
  let mechanic: any Mechanic
  let cashier: any Cashier
  let storage: any Storage

  init(mechanic: any Mechanic, cashier: any Cashier, storage: any Storage) {
    self.mechanic = mechanic
    self.cashier = cashier
    self.storage = storage
  }
}
