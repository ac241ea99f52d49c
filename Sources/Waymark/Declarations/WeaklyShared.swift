/// An entry of a route: one instance for as long as somebody holds it; after that, a new one.
///
/// Only a class or an actor can be shared weakly; a service's must be `Sendable`.
public struct WeaklyShared: Sendable {
  /// Creates the entry.
  public init() {}
}
