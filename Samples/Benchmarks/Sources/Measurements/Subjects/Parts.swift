import Waymark

/// Services with one, three, five, or eight other services as parameters of their initializers.
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
    table.add(Unicycle.self) {
      Unicycle(
        wheel: table.make((any Wheel).self))
    }
    table.add(Tandem.self) {
      Tandem(
        wheel: table.make((any Wheel).self), frame: table.make((any Frame).self),
        saddle: table.make((any Saddle).self), second: table.make((any Wheel).self),
        guest: table.make((any Saddle).self))
    }
    table.add(Rickshaw.self) {
      Rickshaw(
        wheel: table.make((any Wheel).self), frame: table.make((any Frame).self),
        saddle: table.make((any Saddle).self), second: table.make((any Wheel).self),
        third: table.make((any Wheel).self), guest: table.make((any Saddle).self),
        beam: table.make((any Frame).self), seat: table.make((any Saddle).self))
    }
    table.add(Booth.self) {
      Booth(
        mechanic: table.instance((any Mechanic).self))
    }
    table.add(Garage.self) {
      Garage(
        mechanic: table.instance((any Mechanic).self), cashier: table.instance((any Cashier).self),
        storage: table.instance((any Storage).self), painter: table.instance((any Mechanic).self),
        yard: table.instance((any Storage).self))
    }
    table.add(Plant.self) {
      Plant(
        mechanic: table.instance((any Mechanic).self), cashier: table.instance((any Cashier).self),
        storage: table.instance((any Storage).self), painter: table.instance((any Mechanic).self),
        yard: table.instance((any Storage).self), welder: table.instance((any Mechanic).self),
        clerk: table.instance((any Cashier).self), shed: table.instance((any Storage).self))
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
    Route(Unicycle.init(wheel:)) { Service<Unicycle>() }
    Route(Tandem.init(wheel:frame:saddle:second:guest:)) { Service<Tandem>() }
    Route(Rickshaw.init(wheel:frame:saddle:second:third:guest:beam:seat:)) { Service<Rickshaw>() }
    Route(Booth.init(mechanic:)) { Service<Booth>() }
    Route(Garage.init(mechanic:cashier:storage:painter:yard:)) { Service<Garage>() }
    Route(Plant.init(mechanic:cashier:storage:painter:yard:welder:clerk:shed:)) { Service<Plant>() }
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

// MARK: - One, five, and eight services

extension RoutableService<Unicycle> { init() { self.init(declaredProtocol: Protocol.self) } }
final class Unicycle: Sendable {
  let wheel: any Wheel

  init(
    wheel: any Wheel
  ) {
    self.wheel = wheel
  }
}

extension RoutableService<Tandem> { init() { self.init(declaredProtocol: Protocol.self) } }
final class Tandem: Sendable {
  let wheel: any Wheel
  let frame: any Frame
  let saddle: any Saddle
  let second: any Wheel
  let guest: any Saddle

  init(
    wheel: any Wheel, frame: any Frame, saddle: any Saddle, second: any Wheel, guest: any Saddle
  ) {
    self.wheel = wheel
    self.frame = frame
    self.saddle = saddle
    self.second = second
    self.guest = guest
  }
}

extension RoutableService<Rickshaw> { init() { self.init(declaredProtocol: Protocol.self) } }
final class Rickshaw: Sendable {
  let wheel: any Wheel
  let frame: any Frame
  let saddle: any Saddle
  let second: any Wheel
  let third: any Wheel
  let guest: any Saddle
  let beam: any Frame
  let seat: any Saddle

  init(
    wheel: any Wheel, frame: any Frame, saddle: any Saddle, second: any Wheel, third: any Wheel,
    guest: any Saddle, beam: any Frame, seat: any Saddle
  ) {
    self.wheel = wheel
    self.frame = frame
    self.saddle = saddle
    self.second = second
    self.third = third
    self.guest = guest
    self.beam = beam
    self.seat = seat
  }
}

extension RoutableService<Booth> { init() { self.init(declaredProtocol: Protocol.self) } }
final class Booth: Sendable {
  let mechanic: any Mechanic

  init(
    mechanic: any Mechanic
  ) {
    self.mechanic = mechanic
  }
}

extension RoutableService<Garage> { init() { self.init(declaredProtocol: Protocol.self) } }
final class Garage: Sendable {
  let mechanic: any Mechanic
  let cashier: any Cashier
  let storage: any Storage
  let painter: any Mechanic
  let yard: any Storage

  init(
    mechanic: any Mechanic, cashier: any Cashier, storage: any Storage, painter: any Mechanic,
    yard: any Storage
  ) {
    self.mechanic = mechanic
    self.cashier = cashier
    self.storage = storage
    self.painter = painter
    self.yard = yard
  }
}

extension RoutableService<Plant> { init() { self.init(declaredProtocol: Protocol.self) } }
final class Plant: Sendable {
  let mechanic: any Mechanic
  let cashier: any Cashier
  let storage: any Storage
  let painter: any Mechanic
  let yard: any Storage
  let welder: any Mechanic
  let clerk: any Cashier
  let shed: any Storage

  init(
    mechanic: any Mechanic, cashier: any Cashier, storage: any Storage, painter: any Mechanic,
    yard: any Storage, welder: any Mechanic, clerk: any Cashier, shed: any Storage
  ) {
    self.mechanic = mechanic
    self.cashier = cashier
    self.storage = storage
    self.painter = painter
    self.yard = yard
    self.welder = welder
    self.clerk = clerk
    self.shed = shed
  }
}
