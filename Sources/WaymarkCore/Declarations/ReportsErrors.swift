/// A declaration that observes every ``RouteError`` of a registry, for example to log it.
///
///     let registry = try Registry {
///       ReportsErrors { error in log.error("\(error)") }
///       EditorModule()
///     }
///
/// These are the errors of requesting, performing, presenting, and removing destinations, of starting and stopping
/// instances, of URLs, and of navigators, whether they're thrown or passed to a callback. Each error is reported once,
/// when it leaves the registry, on the thread on which it occurs.
///
/// An error has the places of the declarations that lead to it: the routes that were being made (``RouteError/path``),
/// and for a ``Routed`` property also the property and the line that reads it. Other requests don't record the line that
/// makes them, which would cost time and code at each of them.
///
/// Errors that a factory, ``Starting``, or ``Stopping`` catches aren't reported, and neither are errors of requests that
/// the closure makes. An error in a task that such work creates is reported when it occurs, even if the work catches it.
///
/// Registries that are derived from this one report to the closure. If an extension is asked to start, stop, or close,
/// its own declarations are also told of errors of its base.
public struct ReportsErrors: RoutesElement, Handler {
  let receiver = ErrorReceiver()
  let report: @Sendable (RouteError) -> Void

  /// Creates the declaration.
  ///
  /// - Parameter report: A closure that's called with each error, before the caller gets it. It may run on
  ///   several threads at the same time.
  @preconcurrency
  public init(_ report: @escaping @Sendable (RouteError) -> Void) { self.report = report }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}
