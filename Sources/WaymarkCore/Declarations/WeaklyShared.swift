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

extension WeaklyShared: SharingEntry {
  /// The mark for instances that any number of threads can use.
  public typealias SafeContents = EntryContents.SafelyKept
  /// The mark for instances that can be used on the main actor only.
  public typealias UnsafeContents = EntryContents.UnsafelyKept

  /// Returns the entry as data.
  @_documentation(visibility: internal)
  public func entries<Destination, Contents>() -> RouteEntries<Destination, Contents> {
    RouteEntries(InlineList(RouteEntryValue(.lifetime(.weaklyShared))))
  }
}
