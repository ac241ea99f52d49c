import WaymarkCore
import WaymarkRuntime

// A small application to be tested.

protocol NoteStore: AnyObject, Sendable {
  var name: String { get }
  func add() -> Int
}
protocol Printing: Sendable { var store: any NoteStore { get } }
@MainActor protocol Screen: AnyObject { var title: String { get set } }

extension RoutableService<any NoteStore> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableService<any Printing> { init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<any Screen> { init() { self.init(declaredProtocol: Protocol.self) } }

final class MemoryStore: NoteStore {
  private let count = Lock(0)
  var name: String { "memory" }
  func add() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

final class NamedStore: NoteStore {
  let name: String
  init(_ name: String) { self.name = name }
  func add() -> Int { 0 }
}

struct Printer: Printing { let store: any NoteStore }

@MainActor final class NoteScreen: Screen, ViewDestination {
  var title = "new"
  init() {}
}

/// What reads its store late.
final class Reader: Sendable {
  let store = Routed(RoutableService<any NoteStore>())
}

struct NotesModule: RouteModule {
  var routes: Routes {
    Route(MemoryStore.init) {
      Service<any NoteStore>()
      Singleton()
    }
    Route(Printer.init(store:)) {
      Service<any Printing>()
      EntryPoint()
    }
    Route(NoteScreen.self) {
      View<any Screen>()
      Identifier("screen")
    }
  }
}
