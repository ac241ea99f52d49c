package import WaymarkCore
import WaymarkRuntime

/// The events of a test, in order, from any thread.
package final class Journal: Sendable {
  private let lines = Lock<[String]>([])

  package var all: [String] { lines.withLock { $0 } }

  package init() {}

  package func write(_ line: String) { lines.withLock { $0.append(line) } }

  package func clear() { lines.withLock { $0 = [] } }
}

// A small server with parts to start: Clients needs Pool, which needs Storage. Metrics needs nothing.

package protocol Storage: AnyObject, Sendable { var path: String { get } }
package protocol Pool: AnyObject, Sendable { var storage: any Storage { get } }
package protocol Clients: AnyObject, Sendable { var pool: any Pool { get } }
package protocol Metrics: Sendable { var name: String { get } }

extension RoutableService<any Storage> { package static var storage: Self { declared() } }
extension RoutableService<any Pool> { package static var pool: Self { declared() } }
extension RoutableService<any Clients> { package static var clients: Self { declared() } }
extension RoutableService<any Metrics> { package static var metrics: Self { declared() } }

package final class DiskStorage: Storage {
  package let path = "/tmp"
  package init() async throws {}
}
package final class FixedPool: Pool {
  package let storage: any Storage
  package init(storage: any Storage) { self.storage = storage }
}
package final class WebClients: Clients {
  package let pool: any Pool
  package init(pool: any Pool) async { self.pool = pool }
}
package struct Counters: Metrics {
  package var name = "counters"
  package init() {}
  package init(name: String) { self.name = name }
}

/// An error that a test's closure throws.
package struct Mistake: Error, Equatable, CustomStringConvertible {
  package var description: String
  package init(description: String = "disk full") { self.description = description }
}

package struct ServerModule: RouteModule {
  /// The lines of the declarations.
  package static let lines = (clients: #line + 17, pool: #line + 22, storage: #line + 31)

  package let journal: Journal
  package var failing: String

  package init(journal: Journal, failing: String = "") {
    self.journal = journal
    self.failing = failing
  }

  package var routes: Routes {
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

/// A point that tasks can't pass until a test opens it.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  /// The number of tasks that wait.
  package var waitingCount: Int { state.withLock(\.waiting.count) }

  package init() {}

  package func open() {
    let waiting = state.withLock { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for task in waiting { task.resume() }
  }

  package func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
