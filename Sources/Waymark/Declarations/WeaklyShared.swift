/// An entry that shares one instance while something retains it; after that, a new one is made.
///
///     Route(ImageCache.init) {
///       Service<any Cache>()
///       WeaklyShared()
///     }
///
/// Use it for a resource that several objects use at the same time, and that should be released when none
/// does. The registry shares the instance with its extensions and scopes; together with ``Scoped``, each scope
/// has its own. Only a class or an actor can be shared weakly; that of a service must be `Sendable`.
public struct WeaklyShared: Sendable {
  /// Creates the entry.
  public init() {}
}
