import WaymarkRuntime

/// The place for a singleton.
final class StrongInstance<Destination>: SharedInstance<Destination>, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): see `WriteOnce` and `SharedInstance`.
  private let turn = MakingTurn()
  private let instance = WriteOnce<Destination>()

  override func get(
    _ route: RouteRecord, make: () throws(RouteError) -> Destination
  ) throws(RouteError) -> Destination {
    if let kept = instance.current { return kept }
    return try turn.take(for: route) { () throws(RouteError) -> Destination in
      if let kept = instance.current { return kept }
      return instance.write(try make())
    }
  }
}
