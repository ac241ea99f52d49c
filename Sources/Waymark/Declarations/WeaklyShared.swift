/// An entry that shares one instance while something retains it; after that, a new one is made.
///
///     Route(ImageCache.init) {
///       Service<any Cache>()
///       WeaklyShared()
///     }
///
/// Use it for what several users share at a time, and that isn't needed in between. Only a class or an actor
/// can be shared weakly; that of a service must be `Sendable`.
public struct WeaklyShared: Sendable {
  /// Creates the entry.
  public init() {}
}
