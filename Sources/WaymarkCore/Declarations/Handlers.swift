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

/// An event in the life of a kept instance that a registry starts and stops, as observers receive it.
///
///     ObservesLifecycle { event in print(event) }  // FileDatabase started in 0.21 s
public struct LifecycleEvent: Sendable, CustomStringConvertible {
  /// The kind of an event.
  public enum Phase: Sendable {
    /// The registry begins to make and start the instance.
    case willStart
    /// The instance was made and started.
    case didStart
    /// The instance couldn't be made or started.
    case startFailed(RouteError)
    /// The start has taken longer than the limit of the observer, and isn't finished. Reported once.
    case startIsSlow
    /// The instance was stopped.
    case didStop
    /// The work that stops the instance threw an error, or took longer than its limit.
    case stopFailed(RouteError)
    /// The registry or scope of the instance was released without a call of `stop()` or `close()`.
    case wasNotStopped
  }

  /// The kind of the event.
  public let phase: Phase
  /// The destination type of the route.
  public let destinationType: Any.Type
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// How long the start or the stop has taken; nil before it.
  public let duration: Duration?
  /// The routes that wait for this one, each needed by the next.
  public let neededBy: [RouteError.Step]

  /// The name of the destination's type, such as `FileDatabase`.
  ///
  /// Computing it takes microseconds.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an event, for tests of an observer.
  ///
  /// - Parameters:
  ///   - phase: The kind of the event.
  ///   - destinationType: The destination type of the route.
  ///   - location: The source location of the route's declaration.
  ///   - duration: How long the start or the stop has taken.
  ///   - neededBy: The routes that wait for this one, each needed by the next.
  public init(
    _ phase: Phase, of destinationType: Any.Type, location: DeclarationLocation = DeclarationLocation(),
    duration: Duration? = nil, neededBy: [RouteError.Step] = []
  ) {
    self.phase = phase
    self.destinationType = destinationType
    self.location = location
    self.duration = duration
    self.neededBy = neededBy
  }

  /// What happened, in one line: `FileDatabase started in 0.21 s`.
  public var description: String {
    let time = duration.map { " \($0.inSeconds)" } ?? ""
    switch phase {
    case .willStart: return "\(destinationName) is starting"
    case .didStart: return "\(destinationName) started in\(time)"
    case .startFailed(let error): return "\(destinationName) failed to start after\(time): \(error.message)"
    case .startIsSlow:
      let waiting = neededBy.map { ", needed by \($0)" }.joined()
      return "\(destinationName) (\(location)) has been starting for\(time)\(waiting)"
    case .didStop: return "\(destinationName) stopped in\(time)"
    case .stopFailed(let error): return "\(destinationName) failed to stop after\(time): \(error.message)"
    case .wasNotStopped: return "\(destinationName) (\(location)) was released without being stopped"
    }
  }
}

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
