/// An entry that keeps one instance for each registry, made at the first request.
///
///     Route(SystemClock.init) {
///       Service<any Clock>()
///       Singleton()
///     }
///
/// However many threads request a singleton at the same time, its factory runs once; if it throws, the next
/// request tries again. Returning an existing instance takes no lock. A singleton service is used by several
/// threads, so its type must be `Sendable`.
///
/// The registry that declares the route makes the instance and keeps it. Its extensions
/// (``Registry/extending(stage:_:)``) and the scopes opened in it (``Registry/opening(_:)``) share the instance; an
/// override (``Registry/overriding(_:)``) has its own.
public struct Singleton: Sendable {
  /// Creates the entry.
  public init() {}
}

extension Singleton: KeepingEntry {
  /// The mark for instances that any number of threads can use.
  public typealias SafeContents = EntryContents.SafelyKept
  /// The mark for instances that can be used on the main actor only.
  public typealias UnsafeContents = EntryContents.UnsafelyKept

  /// Returns the entry as data.
  @_documentation(visibility: internal)
  public func entries<Destination, Contents>() -> RouteEntries<Destination, Contents> {
    RouteEntries(InlineList(RouteEntryValue(.lifetime(.singleton))))
  }
}
