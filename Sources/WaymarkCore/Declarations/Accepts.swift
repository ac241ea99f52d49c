/// An entry that suppresses an expected warning or note about its route.
///
///     Route(SessionCache.init(user:)) {
///       Service<any Cache>()
///       Singleton()
///       Accepts(.captiveDependency, because: "the user stays for the whole session")
///     }
///
/// It suppresses one code at one route. Errors can't be suppressed, except `partialOverride`: a test may replace only a
/// part. If the diagnostic isn't found anymore, a note says that the entry can be removed.
public struct Accepts: PlainEntry {
  let code: Diagnostic.Code
  let reason: String

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - code: The code of the diagnostic to suppress.
  ///   - reason: Why the diagnostic is expected, for readers of the declaration.
  public init(_ code: Diagnostic.Code, because reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The entry as data.
  @_documentation(visibility: internal)
  public var value: RouteEntryValue { RouteEntryValue(.accepts(self)) }
}
