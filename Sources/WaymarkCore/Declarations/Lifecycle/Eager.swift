/// An entry that makes a kept instance when the registry is started, although nothing has requested it.
///
///     Route(Counters.init(clock:)) {
///       Service(.metrics)
///       Singleton()
///       Eager()
///     }
///
/// A route whose factory is asynchronous, or that has ``Starting``, needs no such entry.
public struct Eager: PlainEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.lifecycle(.eager)) }
}
