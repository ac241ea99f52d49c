import WaymarkRuntime

/// Ensures that one thread at a time makes a kept instance, and detects cycles instead of waiting in them.
///
/// A thread that has to wait for another one first follows the waiting threads in a wait graph of all
/// registries. If that leads back to itself, the factories depend on each other in a cycle, and it gets an
/// error that names them; with a plain lock, it would never continue. The graph contains the threads that
/// wait for registries: a factory that blocks on another thread in some other way can still hang.
enum CreationLock {
  /// The slot of an instance that's being made.
  struct Place: Hashable {
    private let owner: ObjectIdentifier
    private let slot: Int

    /// Creates a place.
    ///
    /// - Parameters:
    ///   - owner: The object that has the slots, which is retained while the instance is made.
    ///   - slot: The slot of the instance.
    init(_ owner: AnyObject, _ slot: Int) {
      self.owner = ObjectIdentifier(owner)
      self.slot = slot
    }
  }

  /// An instance that's being made.
  private struct Creation {
    let thread: UInt
    let route: CompiledRoute
    /// The lock that's held by the thread that makes the instance.
    let gate: Lock<Void>
  }

  /// The instances that threads are making, and those that threads are waiting for.
  ///
  /// It's only used while a kept instance is being made, never when one exists.
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

  /// Runs `body` when no other thread is making this instance.
  ///
  /// - Parameters:
  ///   - place: The place of the instance.
  ///   - route: The route that makes the instance.
  ///   - body: Checks whether the instance exists by now, and makes it if it doesn't.
  /// - Throws: What `body` throws, or `dependencyCycle` if waiting would never end.
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
