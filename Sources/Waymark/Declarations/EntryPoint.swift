/// An entry of a route: the application itself asks for it, so that it is reachable although no route needs it.
///
/// The first screen, and what `main` starts, are such routes.
public struct EntryPoint: Sendable {
  /// Creates the entry.
  public init() {}
}
