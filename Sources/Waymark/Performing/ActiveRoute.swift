import WaymarkRuntime

/// A destination that was asked to be shown: its state, and the way back.
///
///     let editor = try Router.perform(to: RoutableView<any EditorInput>(), path: .push(from: window))
///     try await editor.completed()
///     try editor.remove()
///
/// The presenter, not this object, keeps an object that is shown; a value is kept until it is removed. The
/// object lives at least until the presenter has finished. Bound to the main actor, like everything that is
/// shown.
@MainActor
public final class ActiveRoute<Requested> {
  /// Makes the destination of one attempt, prepared by the caller.
  typealias Make = @MainActor (Preparation<Requested>?) throws(RouteError) -> Requested
  /// What the caller has said of one attempt, before interceptors are asked.
  struct Order {
    /// What the caller has filled; nil where the caller fills none.
    var configuration: Any?
    let make: Make
  }
  /// Asks the caller for the options of one attempt.
  typealias Begin = @MainActor (inout PerformOptions<Requested>) throws(RouteError) -> Order

  /// How and from where the destination is shown.
  public let path: RoutePath

  /// What the caller wants of the current attempt; `onSuccess` may be set until the presenter has finished.
  public var options = PerformOptions<Requested>()

  /// What is shown instead, where an interceptor has redirected.
  public internal(set) var redirection: ActiveRoute<Any>?

  let registry: Registry
  let route: CompiledRoute
  /// What came along: the URL that led here.
  let input: RequestContext?
  /// The routes that led here through interceptors, the first one first.
  let redirectedFrom: [CompiledRoute]
  let begin: Begin
  var machine = RouteStateMachine()
  var held = HeldDestination<Requested>()
  var outcome: Result<Void, RouteError>?
  var started: ContinuousClock.Instant?
  var interception: Task<Void, Never>?
  let completions = Waiters()
  let removals = Waiters()
  let stateStreams = StateStreams()

  init(
    _ route: CompiledRoute, in registry: Registry, _ path: RoutePath, along input: RequestContext? = nil,
    redirectedFrom: [CompiledRoute] = [], begin: @escaping Begin
  ) {
    self.route = route
    self.registry = registry
    self.path = path
    self.input = input
    self.redirectedFrom = redirectedFrom
    self.begin = begin
  }

  /// What has become of the destination.
  public var state: RouteState { machine.state }

  /// The destination; nil before it is made, and when it is gone.
  public var destination: Requested? { held.current }

  /// The states from now on, beginning with the one now; it ends with this object.
  public var states: AsyncStream<RouteState> { stateStreams.stream(from: state) }

  /// The URL that led here; nil where none did.
  public var url: String? { input?.url }

  /// Where the route is declared.
  public var location: DeclarationLocation { route.declaration.location }

  // MARK: - Waiting

  /// Waits until the destination is shown.
  ///
  /// - Returns: The destination.
  /// - Throws: The `RouteError` that prevented it, or `CancellationError` where the waiting task is cancelled;
  ///   interceptors that are still deciding are cancelled with it.
  @discardableResult
  public func completed() async throws -> Requested {
    if state == .routing {
      try await completions.wait { [weak self] in self?.interception?.cancel() }.get()
    } else {
      try outcome?.get()
    }
    guard let destination = held.current else { throw RouteError.destinationGone(route) }
    held.loosen()
    return destination
  }

  /// Waits until the destination is removed, by this object or by somebody else.
  ///
  /// - Throws: The `RouteError` that prevented it, or `CancellationError` where the waiting task is cancelled.
  public func removed() async throws {
    switch state {
    case .removed: return
    case .unrouted: throw RouteError.cannotRemove(route, in: state)
    case .routing, .routed, .removing: try await removals.wait {}.get()
    }
  }
}
