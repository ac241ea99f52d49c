/// An entry that claims the destination type for its route: no other route may make it.
///
///     Route(Session.init(user:)) {
///       Service<any SessionState>()
///       Exclusive()
///     }
///
/// Compiling another route to the same type is an error.
public struct Exclusive: Sendable {
  /// Creates the entry.
  public init() {}
}
