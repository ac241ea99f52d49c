/// A declaration that observes each start and stop of an instance, with its duration.
///
///     let registry = try Registry {
///       ObservesLifecycle { event in print(event) }
///       DatabaseModule()
///     }
///
/// Print the events to find slow starts. If a start exceeds a limit, observers get an event with the routes that wait
/// for it, which shows where a program hangs. That event comes from a separate thread, outside of tasks, so it arrives
/// even when blocked factories occupy all threads that run tasks. Waymark doesn't watch a factory that a request runs
/// outside of ``Registry/start()``.
///
/// Registries derived from this one, and scopes opened in it, also report to the closure.
public struct ObservesLifecycle: RoutesElement, Handler {
  let limit: Duration
  let observe: @Sendable (LifecycleEvent) -> Void

  /// Creates the declaration.
  ///
  /// - Parameters:
  ///   - limit: The duration of one start before Waymark reports ``LifecycleEvent/Phase/startIsSlow``.
  ///   - observe: A closure that receives each event, on several threads at a time. If it waits, it delays the events
  ///     of other slow starts.
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

/// An event about the start or stop of a kept instance.
///
///     ObservesLifecycle { event in print(event) }  // FileDatabase started in 0.21 s
public struct LifecycleEvent: Sendable, CustomStringConvertible {
  /// The kind of an event.
  public enum Phase: Sendable {
    /// The registry begins to create and start the instance.
    case willStart
    /// The instance has started.
    case didStart
    /// The instance failed to start.
    case startFailed(RouteError)
    /// The start has exceeded the observer's limit and isn't finished, reported once.
    case startIsSlow
    /// The instance has stopped.
    case didStop
    /// The operation that stops the instance threw an error or exceeded its limit.
    case stopFailed(RouteError)
    /// The registry or scope of the instance was released without a call of `stop()` or `close()`.
    case wasNotStopped
  }

  /// The kind of the event.
  public let phase: Phase
  /// The destination type of the route.
  public let destinationType: Any.Type
  /// The name of the route's first token with a name, such as `archiveDatabase`, if any.
  public let name: String?
  /// The source location of the route's declaration.
  public let location: DeclarationLocation
  /// The duration of the start or the stop so far, or nil before it.
  public let duration: Duration?
  /// The routes that wait for this one, each needed by the next.
  public let neededBy: [RouteError.Step]
  /// Whether the registry also starts or stops an instance of another route with the destination's type.
  var isOneOfSeveral = false

  /// The name of the destination's type, such as `FileDatabase`, which takes microseconds to compute.
  public var destinationName: String { TypeName.of(destinationType) }

  /// Creates an event, for tests of an observer.
  ///
  /// - Parameters:
  ///   - phase: The kind of the event.
  ///   - destinationType: The destination type of the route.
  ///   - name: The name of the route's first token with a name.
  ///   - location: The source location of the route's declaration.
  ///   - duration: The duration of the start or the stop.
  ///   - neededBy: The routes that wait for this one, each needed by the next.
  public init(
    _ phase: Phase, of destinationType: Any.Type, name: String? = nil,
    location: DeclarationLocation = DeclarationLocation(), duration: Duration? = nil,
    neededBy: [RouteError.Step] = []
  ) {
    self.phase = phase
    self.destinationType = destinationType
    self.name = name
    self.location = location
    self.duration = duration
    self.neededBy = neededBy
  }

  /// The event in one line: `FileDatabase started in 0.21 s`.
  ///
  /// If the registry starts or stops several instances of one type, it includes the name or else the location:
  /// `FileDatabase (.archiveDatabase) started in 0.21 s`.
  public var description: String {
    let destinationName =
      isOneOfSeveral
      ? TypeName.distinguished(self.destinationName, name, location) : self.destinationName
    let time = duration.map { " \($0.inSeconds)" } ?? ""
    switch phase {
    case .willStart: return "\(destinationName) is starting"
    case .didStart: return "\(destinationName) started in\(time)"
    case .startFailed(let error): return "\(destinationName) failed to start after\(time): \(error.message)"
    case .startIsSlow:
      let waiting = neededBy.map { ", needed by \($0)" }.joined()
      return "\(self.destinationName) (\(location)) has been starting for\(time)\(waiting)"
    case .didStop: return "\(destinationName) stopped in\(time)"
    case .stopFailed(let error): return "\(destinationName) failed to stop after\(time): \(error.message)"
    case .wasNotStopped: return "\(self.destinationName) (\(location)) was released without being stopped"
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
/// It receives thrown errors and errors passed to callbacks: of requesting, presenting, and dismissing destinations, of
/// starting and stopping instances, of URLs, and of navigators. Waymark reports each error once, when it leaves the
/// registry, on the thread where it occurs.
///
/// An error has the locations of the routes in progress (``RouteError/path``). For a ``Routed`` property, it also has
/// the locations of the property and its reader. Other requests don't record their location, which would cost time and
/// code.
///
/// Waymark doesn't report errors that a factory, ``Starting``, or ``Stopping`` catches, nor errors of the closure's own
/// requests. It reports an error in a task that such an operation creates, even if the operation catches it.
///
/// Registries derived from this one also report to the closure. If you start, stop, or close an extension, its own
/// declarations also receive the errors of its base.
public struct ReportsErrors: RoutesElement, Handler {
  let receiver = ErrorReceiver()
  let report: @Sendable (RouteError) -> Void

  /// Creates the declaration.
  ///
  /// - Parameter report: A closure that receives each error before the caller does, on several threads at a time.
  public init(_ report: @escaping @Sendable (RouteError) -> Void) { self.report = report }

  /// The declaration as data.
  @_documentation(visibility: internal)
  public var declared: Routes { Routes(handler: self) }
}
