import WaymarkRuntime

/// Ensures that one thread at a time creates a kept instance, and detects cycles instead of waiting in them.
///
/// Before a thread waits for another one, it follows the waiting threads in a wait graph of all registries. If they
/// lead back to it, the factories depend on each other in a cycle, and the thread gets an error that names them. With a
/// plain lock, it would never continue. The graph contains only threads that wait for registries, so a factory that
/// blocks on another thread in some other way can still hang.
enum CreationLock {
  /// The slot of an instance in creation.
  struct Place: Hashable {
    private let owner: ObjectIdentifier
    private let slot: Int

    /// Creates a place in an owner, which the caller retains during the creation.
    init(_ owner: AnyObject, _ slot: Int) {
      self.owner = ObjectIdentifier(owner)
      self.slot = slot
    }
  }

  private struct Creation {
    let thread: UInt
    let route: CompiledRoute
    let gate: Lock<Void>
  }

  /// The instances in creation and the threads that wait for them, unused when an instance exists.
  private struct WaitGraph {
    var creations: [Place: Creation] = [:]
    var waiting: [UInt: Place] = [:]
  }

  private enum Decision {
    case make(Lock<Void>)
    case wait(Lock<Void>)
    case cycle([CompiledRoute])
  }

  private static let graph = Lock(WaitGraph())

  /// Runs `body` when no other thread is creating this instance, or throws `dependencyCycle` for an endless wait.
  static func with<Result>(
    _ place: Place, for route: CompiledRoute, _ body: () throws(RouteError) -> Result
  ) throws(RouteError) -> Result {
    let thread = ResolutionStack.threadIdentity
    while true {
      switch decide(thread, place, route) {
      case .make(let gate):
        defer { graph.withLock { _ = $0.creations.removeValue(forKey: place) } }
        return try gate.withLock(body)
      case .wait(let gate):
        gate.withLock {}
        graph.withLock { _ = $0.waiting.removeValue(forKey: thread) }
      case .cycle(let routes):
        throw RouteError.dependencyCycle(closedBy: route, across: routes)
      }
    }
  }

  private static func decide(_ thread: UInt, _ place: Place, _ route: CompiledRoute) -> Decision {
    graph.withLock { graph in
      guard let creation = graph.creations[place] else {
        let gate = Lock(())
        graph.creations[place] = Creation(thread: thread, route: route, gate: gate)
        return .make(gate)
      }
      var routes = [creation.route]
      var next = creation.thread
      while next != thread {
        guard let awaited = graph.waiting[next], let other = graph.creations[awaited] else {
          graph.waiting[thread] = place
          return .wait(creation.gate)
        }
        routes.append(other.route)
        next = other.thread
      }
      return .cycle(routes)
    }
  }
}
