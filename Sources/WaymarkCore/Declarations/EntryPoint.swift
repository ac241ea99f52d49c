/// An entry for a route that the application itself requests, so that it counts as reachable.
///
///     Route(HomeScreen.self) {
///       View<any Screen>()
///       EntryPoint()
///     }
///
/// Use it for the first screen and for what `main` starts. Without it, compilation notes that no declaration
/// leads to the route.
public struct EntryPoint: PlainEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.entryPoint) }
}
