/// A declaration that observes each start and stop of an instance, with its duration.
///
///     let registry = try Registry {
///       ObservesLifecycle { event in print(event) }
///       DatabaseModule()
///     }
///
/// Printing the events shows what takes long. If a start isn't finished after a limit, observers get an event that
/// says so, with the routes that wait for it, so that a program that hangs while it's starting says where. That event
/// comes from a thread of its own, outside of tasks, so it's reported even when blocked factories occupy all threads
/// that run tasks. A factory that a request runs outside of ``Registry/start()`` isn't watched.
///
/// Registries that are derived from this one, and the scopes that are opened in it, report to the closure too.
public struct ObservesLifecycle: RoutesElement, Handler {
  let limit: Duration
  let observe: @Sendable (LifecycleEvent) -> Void

  /// Creates the declaration.
  ///
  /// - Parameters:
  ///   - limit: How long one start may take until ``LifecycleEvent/Phase/startIsSlow`` is reported.
  ///   - observe: A closure that receives each event. It may run on several threads at the same time, and must not
  ///     wait: it would delay the events of other slow starts.
  @preconcurrency
  public init(
    slowAfter limit: Duration = .seconds(5), _ observe: @escaping @Sendable (LifecycleEvent) -> Void
  ) {
    self.limit = limit
    self.observe = observe
  }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}
