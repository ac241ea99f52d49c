import Waymark

/// The objects that are measured one by one, among all the generated ones.
enum Subjects {
  static func fill(_ table: HandWrittenTable) {
    table.add((any Clock).self) { FixedClock() }
    table.add((any Counter).self, instance: SharedCounter())
    table.addView((any Editor).self) { EditorScreen() }
    for reader in Reader.all { reader.fill(table) }
  }
}

struct SubjectsModule: RouteModule {
  var routes: Routes {
    Route(FixedClock.self) { Service<any Clock>.as { $0 } }
    Route(SharedCounter.self) {
      Service<any Counter>.as { $0 }
      Singleton()
    }
    Route(EditorScreen.self) { View<any Editor>.as { $0 } }
    for reader in Reader.all { reader.routes() }
  }
}

// MARK: - A service that is made for each caller

protocol Clock: AnyObject, Sendable { var now: Int { get } }

extension RoutableService<any Clock> {
  init() { self.init(declaredProtocol: Protocol.self) }
}

final class FixedClock: Clock, ServiceDestination {
  let now: Int
  init() { now = 1 }
}

/// Replaces the other one in an override.
final class OtherClock: Clock, ServiceDestination {
  let now: Int
  init() { now = 2 }
}

// MARK: - A service that is made once

protocol Counter: AnyObject, Sendable { var count: Int { get } }

extension RoutableService<any Counter> {
  init() { self.init(declaredProtocol: Protocol.self) }
}

final class SharedCounter: Counter, ServiceDestination {
  let count: Int
  init() { count = 1 }
}

// MARK: - A view

@MainActor protocol Editor: AnyObject { var title: Int { get } }

extension RoutableView<any Editor> {
  init() { self.init(declaredProtocol: Protocol.self) }
}

@MainActor final class EditorScreen: Editor, ViewDestination {
  let title: Int
  init() { title = 1 }
}

// MARK: - Holders of a service

/// Gets its service from a registry.
final class InjectedHolder {
  @Routed(RoutableService()) var clock: any Clock
}

/// Gets its service from its caller.
final class PlainHolder {
  let clock: any Clock
  init(clock: any Clock) { self.clock = clock }
}
