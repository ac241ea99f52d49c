import WaymarkRuntime

/// The place for an object that is shared as long as somebody holds it.
final class WeakInstance<Destination: AnyObject>: SharedInstance<Destination>, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the weak reference is touched under its lock only; see `SharedInstance`.
  private struct Reference { weak var object: Destination? }

  private let turn = MakingTurn()
  private let reference = Lock(Reference())

  /// The object, retained, unless it is gone or going: a weak reference never revives an object.
  private var current: Destination? { reference.withLock { $0.object } }

  override func get(
    _ route: RouteRecord, make: () throws(RouteError) -> Destination
  ) throws(RouteError) -> Destination {
    if let kept = current { return kept }
    return try turn.take(for: route) { () throws(RouteError) -> Destination in
      if let kept = current { return kept }
      let made = try make()
      reference.withLock { $0.object = made }
      return made
    }
  }
}
