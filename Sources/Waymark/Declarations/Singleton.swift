/// An entry of a route: one instance for each registry, made when it is first asked for.
///
/// A singleton service is used by several threads, so its type must be `Sendable`. A registry that is
/// derived from another one (``Registry/overriding(_:)``) has instances of its own.
public struct Singleton: Sendable {
  /// Creates the entry.
  public init() {}
}
