/// An entry that makes a new instance for each request, as routes without a lifetime do.
///
///     Route(MailHandler.init(inbox:request:)) {
///       Service(.handler)
///       Transient()
///     }
///
/// Use it to say that this is intended: an override of a kept route that names no lifetime gets the warning
/// `lifetime-changed`.
public struct Transient: PlainEntry {
  /// Creates the entry.
  public init() {}

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.lifetime(.transient)) }
}
