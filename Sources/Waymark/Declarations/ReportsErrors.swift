/// A declaration of a registry: a closure hears every ``RouteError`` that the registry throws.
///
///     Registry {
///       ReportsErrors { error in log.error("\(error)") }
///       EditorModule()
///     }
///
/// Each error is reported once, when it leaves the registry, on the thread that throws it; an error that a
/// factory caught is not. Errors that the closure causes itself by asking the registry are not reported. A
/// registry that is derived from this one reports here too.
public struct ReportsErrors: Handler {
  let report: @Sendable (RouteError) -> Void

  /// Creates the declaration.
  ///
  /// - Parameter report: Called with each error. It delays the caller who gets the error.
  @preconcurrency
  public init(_ report: @escaping @Sendable (RouteError) -> Void) { self.report = report }
}
