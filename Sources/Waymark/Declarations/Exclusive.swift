/// An entry of a route: no other route may make this destination type.
public struct Exclusive: Sendable {
  /// Creates the entry.
  public init() {}
}
