import Waymark
import WaymarkRuntime

/// What happened, in order, from any thread.
final class Journal: Sendable {
  private let lines = Lock<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func write(_ line: String) { lines.withLock { $0.append(line) } }
}

// A small server whose parts are started: Clients needs Pool, which needs Storage; Metrics needs nothing.

protocol Storage: AnyObject, Sendable { var path: String { get } }
protocol Pool: AnyObject, Sendable { var storage: any Storage { get } }
protocol Clients: AnyObject, Sendable { var pool: any Pool { get } }
protocol Metrics: Sendable { var name: String { get } }

extension RoutableService<any Storage> { static var storage: Self { declared() } }
extension RoutableService<any Pool> { static var pool: Self { declared() } }
extension RoutableService<any Clients> { static var clients: Self { declared() } }
extension RoutableService<any Metrics> { static var metrics: Self { declared() } }

final class DiskStorage: Storage {
  let path = "/tmp"
  init() async throws {}
}
final class FixedPool: Pool {
  let storage: any Storage
  init(storage: any Storage) { self.storage = storage }
}
final class WebClients: Clients {
  let pool: any Pool
  init(pool: any Pool) async { self.pool = pool }
}
struct Counters: Metrics { var name = "counters" }

/// An error that a test's closure throws.
struct Mistake: Error, Equatable, CustomStringConvertible { var description = "disk full" }

struct ServerModule: RouteModule {
  /// The lines of the declarations.
  static let lines = (clients: #line + 12, pool: #line + 17, storage: #line + 26)

  let journal: Journal
  var failing = ""

  var routes: Routes {
    ObservesLifecycle { [journal] event in
      switch event.phase {
      case .didStart, .didStop: journal.write("\(event.destinationName) \(event.phase)")
      case .startFailed, .stopFailed, .startIsSlow, .wasNotStopped, .willStart: break
      }
    }
    Route(WebClients.init(pool:)) {
      Service(.clients)
      Singleton()
      Stopping { [journal] _ in journal.write("stop clients") }
    }
    Route(FixedPool.init(storage:)) {
      Service(.pool)
      Singleton()
      Starting { [journal, failing] pool in
        journal.write("start pool at \(pool.storage.path)")
        if failing == "pool" { throw Mistake() }
      }
      Stopping { [journal] pool in journal.write("stop pool at \(pool.storage.path)") }
    }
    Route(DiskStorage.init) {
      Service(.storage)
      Singleton()
      Stopping { [journal, failing] _ in
        journal.write("stop storage")
        if failing == "stop storage" { throw Mistake() }
      }
    }
  }
}

/// A point that tasks pass when it's open.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// The number of tasks that wait.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for task in waiting { task.resume() }
  }

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
