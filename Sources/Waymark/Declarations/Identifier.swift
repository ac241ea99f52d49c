/// An entry of a route: the route can be found by this string (``Registry/router(identifier:)``).
public struct Identifier: Sendable {
  let name: String

  /// Creates the entry.
  ///
  /// - Parameter name: A name that no other route of the registry has, and that is not empty.
  public init(_ name: String) { self.name = name }
}
