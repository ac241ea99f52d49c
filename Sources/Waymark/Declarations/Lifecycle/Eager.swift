/// An entry that makes a kept instance when the registry is started, although nothing has requested it.
///
///     Route(Counters.init(clock:)) {
///       Service(.metrics)
///       Singleton()
///       Eager()
///     }
///
/// A route whose factory is asynchronous, or that has ``Starting``, needs no such entry.
public struct Eager: Sendable {
  /// Creates the entry.
  public init() {}
}

extension Eager: RouteEntry {
  /// The mark of an entry that the compiler doesn't check.
  public typealias Contents = EntryContents.Neutral

  /// Returns the entry as data.
  @_documentation(visibility: internal)
  public func value<Destination>(for destination: Destination.Type) -> RouteEntryValue {
    RouteEntryValue(.lifecycle(.eager))
  }
}
