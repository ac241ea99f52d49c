import WaymarkRuntime

/// Lets one thread at a time make an instance that is shared, and finds circles instead of waiting in them.
///
/// A thread that has to wait for another one first follows who waits for whom. If that leads back to
/// itself, the factories need each other in a circle, and it gets an error that names them; a plain lock
/// would never return.
final class MakingTurn: Sendable {
  /// Who makes what and who waits for what, of all registries.
  ///
  /// Only touched around the making of an instance that is shared, never when one exists.
  private struct Traffic {
    var makers: [ObjectIdentifier: (thread: UInt, route: RouteRecord)] = [:]
    var waiters: [UInt: ObjectIdentifier] = [:]
  }

  private enum Decision {
    case make
    case wait
    case circle([RouteRecord])
  }

  private static let traffic = Lock(Traffic())

  /// Held by the thread that makes the instance.
  private let gate = Lock(())

  private var identity: ObjectIdentifier { ObjectIdentifier(self) }

  /// Runs `body` when no other thread makes this instance.
  ///
  /// - Parameters:
  ///   - route: The route whose instance it is.
  ///   - body: Looks whether the instance is there by now, and makes it if not.
  /// - Throws: What `body` throws, or `dependencyCycle` where waiting would never end.
  func take<Result>(
    for route: RouteRecord, _ body: () throws(RouteError) -> Result
  ) throws(RouteError) -> Result {
    let thread = ThreadFrames.threadIdentity
    while true {
      switch decide(thread, route) {
      case .make:
        defer { Self.traffic.withLock { _ = $0.makers.removeValue(forKey: identity) } }
        return try gate.withLock(body)
      case .wait:
        gate.withLock {}
        Self.traffic.withLock { _ = $0.waiters.removeValue(forKey: thread) }
      case .circle(let routes):
        throw RouteError.dependencyCycle(closedBy: route, across: routes)
      }
    }
  }

  private func decide(_ thread: UInt, _ route: RouteRecord) -> Decision {
    Self.traffic.withLock { traffic in
      guard let maker = traffic.makers[identity] else {
        traffic.makers[identity] = (thread, route)
        return .make
      }
      var routes = [maker.route]
      var next = maker.thread
      while next != thread {
        guard let awaited = traffic.waiters[next], let other = traffic.makers[awaited] else {
          traffic.waiters[thread] = identity
          return .wait
        }
        routes.append(other.route)
        next = other.thread
      }
      return .circle(routes)
    }
  }
}
