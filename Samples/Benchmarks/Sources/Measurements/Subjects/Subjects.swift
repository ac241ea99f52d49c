import Waymark

/// The services and views that are measured one by one, among all the generated ones.
enum Subjects {
  static func fill(_ table: HandWrittenTable) {
    table.add((any Clock).self) { FixedClock() }
    table.add((any Counter).self, instance: SharedCounter())
    table.addView((any Editor).self) { EditorScreen() }
    for reader in Reader.all { reader.fill(table) }
    Parts.fill(table)
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
    PartsModule()
    VisitModule()
    ToolsModule()
    NamedModule()
  }
}

// MARK: - A new service for each caller

protocol Clock: AnyObject, Sendable { var now: Int { get } }

extension RoutableService<any Clock> {
  init() { self.init(declaredProtocol: Protocol.self) }
}

final class FixedClock: Clock, ServiceDestination {
  let now: Int
  init() { now = 1 }
}

/// The replacement in an override.
final class OtherClock: Clock, ServiceDestination {
  let now: Int
  init() { now = 2 }
}

// MARK: - A kept service

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
