/// The place in a registry for the instance of a route that keeps one.
class SharedInstance<Destination>: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): the subclasses guard what they keep. What is kept is `Sendable`, or
  // belongs to a view and is touched on the main actor only (see `RouteEntryBuilder`).

  /// The instance, made by `make` if there is none.
  ///
  /// However many threads ask at the same time, `make` runs once at a time; if it throws, nothing is kept,
  /// and the next request tries again.
  func get(
    _ route: RouteRecord, make: () throws(RouteError) -> Destination
  ) throws(RouteError) -> Destination {
    try make()
  }
}
