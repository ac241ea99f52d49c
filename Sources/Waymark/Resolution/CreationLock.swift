import WaymarkRuntime

/// Lets one thread at a time make an instance that's kept, and finds cycles instead of waiting in them.
///
/// A thread that has to wait for another one first follows, in a wait graph of all registries, who waits for whom. If
/// that leads back to itself, the factories need each other in a cycle, and it gets an error that names them; a plain
/// lock would never return. The graph sees the threads that wait for registries: a factory that blocks on another
/// thread in some other way can still hang.
enum CreationLock {
  /// The place of an instance that's being made.
  private struct Place: Hashable {
    let instances: ObjectIdentifier
    let slot: Int
  }

  /// An instance that's being made.
  private struct Creation {
    let thread: UInt
    let route: CompiledRoute
    /// Held by the thread that makes the instance.
    let gate: Lock<Void>
  }

  /// Which thread makes what, and which thread waits for what.
  ///
  /// Only touched around the making of an instance that's kept, never when one exists.
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

  /// Runs `body` when no other thread makes this instance.
  ///
  /// - Parameters:
  ///   - instances: Where the instance is kept.
  ///   - slot: Its place there.
  ///   - route: The route whose instance it is.
  ///   - body: Looks whether the instance is there by now, and makes it if not.
  /// - Throws: What `body` throws, or `dependencyCycle` where waiting would never end.
  static func with<Result>(
    _ instances: InstanceSlots, _ slot: Int, for route: CompiledRoute, _ body: () throws(RouteError) -> Result
  ) throws(RouteError) -> Result {
    let thread = ResolutionStack.threadIdentity
    let place = Place(instances: ObjectIdentifier(instances), slot: slot)
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
