/// An entry of a route: a warning or note about this route is known and meant to be so.
///
///     Route(SessionCache.init(user:)) {
///       Service<any Cache>()
///       Singleton()
///       Accepts(.captiveDependency, because: "the user stays for the whole session")
///     }
///
/// It accepts one code at one route. An error cannot be accepted.
public struct Accepts: Sendable {
  let code: Diagnostic.Code
  let reason: String

  /// Creates the entry.
  ///
  /// - Parameters:
  ///   - code: What is accepted.
  ///   - reason: Why, for the next reader.
  public init(_ code: Diagnostic.Code, because reason: String) {
    self.code = code
    self.reason = reason
  }
}
