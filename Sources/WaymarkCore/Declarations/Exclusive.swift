/// An entry that claims the destination type for its route: no other route may make it.
///
///     Route(Session.init(user:)) {
///       Service<any SessionState>()
///       Exclusive()
///     }
///
/// Compiling another route to the same type is an error.
public struct Exclusive: PlainEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.exclusive) }
}
