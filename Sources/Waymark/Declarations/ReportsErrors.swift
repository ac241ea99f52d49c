/// A declaration that observes every ``RouteError`` that the registry throws, for example to log it.
///
///     let registry = try Registry {
///       ReportsErrors { error in log.error("\(error)") }
///       EditorModule()
///     }
///
/// Each error is reported once, when it leaves the registry, on the thread that throws it. Errors that a
/// factory catches aren't reported, and neither are errors of requests that the closure makes. Registries
/// that are derived from this one report to the closure too.
public struct ReportsErrors: Handler {
  let report: @Sendable (RouteError) -> Void

  /// Creates the declaration.
  ///
  /// - Parameter report: A closure that's called with each error, before the caller gets it. It may run on
  ///   several threads at the same time.
  @preconcurrency
  public init(_ report: @escaping @Sendable (RouteError) -> Void) { self.report = report }
}
