package import WaymarkCore
import WaymarkRuntime

/// A destination that a route shows, with its state, its result, and its removal.
///
///     let editor = try Router.perform(to: .editor, path: .push(from: window))
///     try await editor.completed()
///     try editor.remove()
///
/// The presenter, not the active route, retains a shown object. The active route stores a value until its removal.
@MainActor
public final class ActiveRoute<Requested> {
  /// Runs the caller's closure to set the options of one attempt, and returns the configuration, if the route has one.
  typealias Begin = @MainActor (inout PerformOptions<Requested>) throws(RouteError) -> Any?

  /// The kind of presentation and its source.
  public let path: RoutePath

  /// The caller's options for the current attempt, which may change until the presenter has finished.
  public var options = PerformOptions<Requested>()

  /// The route that an interceptor shows instead of this one, or nil without a redirection.
  public internal(set) var redirection: ActiveRoute<Any>?

  /// The request for the destination.
  let request: RouteRequest
  var route: CompiledRoute { request.route }
  var registry: Registry { request.router.registry }
  /// The view that the caller passed, retained until it's shown for the first time, or nil if the route or a toolkit
  /// makes the view.
  var given: HeldDestination<Requested>?
  /// The requests that interceptors redirected to this one, in order.
  var redirectedFrom: [RouteRequest] = []
  let begin: Begin
  var machine = RouteStateMachine()
  var held = HeldDestination<Requested>()
  /// The view that the presenter shows in place of an adapter's proxy, until it's removed, or nil without a proxy.
  var provided: Any?
  /// The object that contains the view, until it's removed, if the route has one.
  var wrapper = HeldDestination<Any>()
  /// The error of the last attempt to show the view.
  var failure: RouteError?
  /// The error of the last removal if nobody waited for it yet, for the next call of ``removed()``.
  var removalFailure: RouteError?
  /// The beginning of the last change.
  var started: ContinuousClock.Instant?
  var interception: Task<Void, Never>?
  /// The identity of the current presentation, shared by its transitions.
  var transitionID = RouteTransition.ID.next()
  /// The attempt that the presenter is carrying out, to show or to remove the view.
  var presenting: RouteStateMachine.Attempt? {
    didSet {
      guard oldValue != presenting else { return }
      if presenting != nil, let root = path.source?.navigationRoot { initialRoot = root }
      Presentations.setPresenting(self, presenting != nil)
    }
  }
  private(set) weak var token: PresentationToken?
  /// The root of the source when the presenter began, because the source may be gone when it ends.
  private(set) weak var initialRoot: AnyObject?
  /// The object that the sources of the window share, or nil without a window.
  var navigationRoot: AnyObject? { path.source?.navigationRoot ?? initialRoot }
  /// The options of the removal that the presenter is carrying out.
  var removeOptions: RemoveOptions<Requested>?
  /// A weak reference to the removed object, and the time of its removal.
  var dismissed: (destination: HeldDestination<Requested>, at: ContinuousClock.Instant)?
  /// The configuration, as the caller or a URL filled it, until the end of the attempt.
  var configuration: Any?
  /// Throws if the destination must not be created anymore, after the interceptors have decided.
  var precondition: (@MainActor () throws(RouteError) -> Void)?
  /// The decisions that interceptors made before the first attempt, about this route and its redirections.
  var decided: ArraySlice<Interception.Decision> = []
  /// The confirmation in progress by the route's ``Leaves``, if any.
  var confirmation: LeaveConfirmation?
  /// The report to observers that waits for the end of a callback, or for the next report.
  private var delayed: (() -> Void)?
  let completions = Waiters<Requested>()
  let removals = Waiters<Void>()
  let stateStreams = StateStreams()

  init(_ request: RouteRequest, _ path: RoutePath, begin: @escaping Begin) {
    (self.request, self.path, self.begin) = (request, path, begin)
  }

  /// Shows the destination of a typed router, with the caller's values.
  static func performing(
    _ router: AnyRouter, _ path: RoutePath, on given: Requested? = nil, _ userInfo: [String: any Sendable],
    begin: @escaping Begin
  ) throws(RouteError) -> ActiveRoute {
    let active = ActiveRoute(RouteRequest(router: router, input: .of(userInfo)), path, begin: begin)
    active.given = given.map { HeldDestination($0) }
    try active.perform()
    return active
  }

  /// The state of the destination.
  public var state: RouteState { machine.state }

  /// The destination, or nil before its creation and after its end.
  public var destination: Requested? { held.current }

  /// A new stream of the states, beginning with the current one.
  ///
  ///     for await state in editor.states { print(state) }
  public var states: AsyncStream<RouteState> { stateStreams.stream(from: state) }

  /// The URL that opened the route, or nil if none did.
  public var url: String? { request.url }

  /// The source location of the route's declaration.
  package var location: DeclarationLocation { route.declaration.location }

  // MARK: - Waiting

  /// Waits until the destination is shown, and returns it.
  ///
  ///     try await editor.completed().title = "New"
  ///
  /// The method returns at once if the destination is already shown. A task that waits receives the destination even if
  /// the user dismisses it as soon as it appears.
  ///
  /// - Returns: The destination.
  /// - Throws: The `RouteError` that prevented the presentation, `actionFailed` if the destination no longer exists,
  ///   `busy` in an interceptor of this route, or `CancellationError`, which also cancels undecided interceptors.
  @discardableResult
  public func completed() async throws -> Requested {
    if state == .routing {
      try checkWaiting()
      let destination = try await completions.wait { [weak self] in self?.interception?.cancel() }.get()
      loosenIfTaken()
      return destination
    }
    if let failure { throw failure }
    if let destination = held.current {
      loosenIfTaken()
      return destination
    }
    guard let dismissed else { throw registry.reporting(.destinationGone(route)) }
    guard let destination = dismissed.destination.current else {
      throw registry.reporting(.dismissed(route, ago: .now - dismissed.at))
    }
    return destination
  }

  /// Waits until the destination is shown, or the destination that interceptors redirected to, and returns it.
  ///
  ///     let shown = try await editor.finallyCompleted()
  ///
  /// Several redirections lead to the last destination. ``completed()`` throws `redirected` instead.
  ///
  /// - Returns: The destination, of the type that was requested if there's no redirection.
  /// - Throws: `redirectionCycle` if the interceptors redirect to each other, or an error as for ``completed()``, of
  ///   this route or of the one that an interceptor shows instead.
  @discardableResult
  public func finallyCompleted() async throws -> Any {
    do {
      return try await completed()
    } catch {
      guard let redirection, (error as? RouteError)?.code == .redirected else { throw error }
      return try await redirection.finallyCompleted()
    }
  }

  /// Releases a destination of `makeDestination` to the caller that has taken it.
  private func loosenIfTaken() {
    if state == .routed, provided == nil { held.loosen() }
  }

  /// Waits until the destination is removed or no longer exists.
  ///
  ///     try editor.remove()
  ///     try await editor.removed()
  ///
  /// - Throws: The error that prevented the presentation or the removal, `actionFailed` if the destination was never
  ///   shown, `busy` in an interceptor of this route, or `CancellationError`.
  public func removed() async throws {
    if state == .routed, destination != nil, let failure = removalFailure {
      removalFailure = nil
      throw failure
    }
    switch state {
    case .removed: return
    case .unrouted: throw registry.reporting(.cannotRemove(route, in: state))
    case .routed where destination == nil || isLost: return wasRemoved()
    case .routing: try checkWaiting()
    case .routed, .removing: break
    }
    // Along `makeDestination`, no presenter reports that the object no longer exists.
    let watch =
      path.kind == .makeDestination
      ? Task { [weak self] in
        var delay = Duration.milliseconds(1)
        while (try? await Task.sleep(for: delay)) != nil {
          if let self, state == .routed, destination == nil { wasRemoved() }
          delay = min(delay * 2, .seconds(1))
        }
      } : nil
    defer { watch?.cancel() }
    try await removals.wait {}.get()
  }

  /// Throws if the caller is an interceptor that would wait for its own decision.
  private func checkWaiting() throws(RouteError) {
    guard !DecisionTask.subjects.contains(ObjectIdentifier(self)) else {
      throw registry.reporting(.interceptorWaitsForItself(route))
    }
  }
}

extension ActiveRoute {
  /// The emitter of this route's events, which doesn't retain the active route.
  var emitter: RouteEmitter { RouteEmitter(request, path) }

  /// Reports an event to observers, after the event of the change whose callback is running.
  func emit(_ phase: RouteEvent.Phase, took duration: Duration? = nil) {
    reportDelayed()
    emitter.emit(phase, held.current, took: duration)
  }

  /// Reports a changed state to the caller, and then an event to observers.
  func changed(from old: RouteState, _ phase: RouteEvent.Phase, took duration: Duration?) {
    reportDelayed()
    // The callback may show or remove the view at once.
    delayed = { [emitter, destination = held.current] in emitter.emit(phase, destination, took: duration) }
    changed(from: old)
    reportDelayed()
  }

  private func reportDelayed() {
    let report = delayed
    delayed = nil
    report?()
  }

  /// Reports a changed state to the caller's callback and to the streams of ``states``.
  func changed(from old: RouteState) {
    guard state != old else { return }
    // The callback may change the state again.
    stateStreams.yield(state)
    options.onStateChange?(old, state)
  }

  /// Returns the transition for the presenter that begins to show the destination.
  func presentedTransition(_ destination: Any) -> RouteTransition {
    // The window releases its presenter without a report.
    let token = PresentationToken { [weak self] in
      Task { @MainActor in
        if let self, self.state == .routed, self.isWindowGone { self.wasRemoved() }
      }
    }
    self.token = token
    return transition(destination, token: token)
  }

  /// Returns the transition that describes the change to the presenter.
  func transition(
    _ destination: Any, animated: Bool? = nil, token: PresentationToken? = nil
  ) -> RouteTransition {
    RouteTransition(
      id: transitionID, destination: destination, view: wrapper.current ?? provided ?? destination,
      path: path, animated: animated ?? options.animated, location: location,
      asksBeforeLeaving: !route.declaration.leaveGuards.isEmpty, active: self, token: token)
  }
}
