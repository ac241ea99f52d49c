public import WaymarkCore
import WaymarkRuntime

/// A destination that was requested to be shown: its state, its result, and its removal.
///
///     let editor = try Router.perform(to: .editor, path: .push(from: window))
///     try await editor.completed()
///     try editor.remove()
///
/// A class instance is kept alive by its presenter, not by this object, once it's shown, and at least until
/// the presenter has finished. A value is stored here until it's removed. Like everything that is shown, an
/// active route is isolated to the main actor.
@MainActor
public final class ActiveRoute<Requested> {
  /// Creates the destination of one attempt and applies the caller's preparation.
  typealias Make = @MainActor (Preparation<Requested>?) throws(RouteError) -> Requested
  /// The caller's input to one attempt, collected before interceptors run.
  struct Order {
    /// The configuration as the caller filled it, or nil if there's none to fill.
    var configuration: Any?
    /// Prepares a view that a toolkit has made, or nil if the route shows a given one.
    var adopt: (@MainActor (Any, Preparation<Requested>?) throws(RouteError) -> Requested)?
    let make: Make
  }
  /// Runs the caller's closure to set the options of one attempt.
  typealias Begin = @MainActor (inout PerformOptions<Requested>) throws(RouteError) -> Order

  /// How, and from which source, the destination is shown.
  public let path: RoutePath

  /// The caller's options for the current attempt.
  ///
  /// `onSuccess` may be set until the presenter has finished.
  public var options = PerformOptions<Requested>()

  /// The route that is shown instead of this one, or nil if no interceptor has redirected.
  public internal(set) var redirection: ActiveRoute<Any>?

  let registry: Registry
  let route: CompiledRoute
  /// The context of the request, such as the URL that opened the route.
  let input: RequestContext?
  /// The routes whose interceptors redirected to this one, in order.
  let redirectedFrom: [CompiledRoute]
  let begin: Begin
  var machine = RouteStateMachine()
  var held = HeldDestination<Requested>()
  /// The object that contains the view, from before it's shown until it's removed; nil if the route has none.
  var wrapper: Any?
  var outcome: Result<Void, RouteError>?
  var started: ContinuousClock.Instant?
  var interception: Task<Void, Never>?
  /// The identity of the current presentation, which its transitions have.
  var transitionID = RouteTransition.ID.next()
  /// The attempt for which the presenter is showing the view, until it's finished.
  var presenting: RouteStateMachine.Attempt?
  /// The attempt that ended with the removal of the view, before the presenter had finished showing it.
  var removedEarly: RouteStateMachine.Attempt?
  /// The object that was removed, held weakly, and when it was.
  var dismissed: (destination: HeldDestination<Requested>, at: ContinuousClock.Instant)?
  /// The configuration, as the caller or a URL filled it, until the destination is shown.
  var configuration: Any?
  /// Throws if the destination must not be created anymore, after the interceptors have decided.
  var precondition: (@MainActor () throws(RouteError) -> Void)?
  /// The question whether the destination may be removed, while its route is being asked.
  var question: LeaveQuestion?
  let completions = Waiters<Requested>()
  let removals = Waiters<Void>()
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

  /// The state of the destination.
  public var state: RouteState { machine.state }

  /// The destination, or nil before it's created and after its end.
  public var destination: Requested? { held.current }

  /// A stream of the states, beginning with the current one.
  ///
  /// Each access creates a stream of its own. A stream ends when this object is deallocated.
  ///
  ///     for await state in editor.states { print(state) }
  public var states: AsyncStream<RouteState> { stateStreams.stream(from: state) }

  /// The URL that opened the route, or nil if none did.
  public var url: String? { input?.url }

  /// The source location of the route's declaration.
  public var location: DeclarationLocation { route.declaration.location }

  // MARK: - Waiting

  /// Waits until the destination is shown.
  ///
  ///     try await editor.completed().title = "New"
  ///
  /// Returns immediately if it's shown already. A task that waits gets the destination even if it's dismissed
  /// at the moment at which it's shown. Later calls return it as long as it exists.
  ///
  /// - Returns: The destination.
  /// - Throws: The `RouteError` that prevented it, `actionFailed` if the destination was dismissed and no
  ///   longer exists, `busy` in an interceptor of this route, or `CancellationError` if the waiting task is canceled.
  ///   The cancellation also cancels interceptors that haven't decided yet.
  @discardableResult
  public func completed() async throws -> Requested {
    if state == .routing {
      try checkWaiting()
      let destination = try await completions.wait { [weak self] in self?.interception?.cancel() }.get()
      loosenIfTaken()
      return destination
    }
    try outcome?.get()
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

  /// Leaves a destination that was only created to the caller that has taken it.
  private func loosenIfTaken() {
    if state == .routed { held.loosen() }
  }

  /// Waits until the destination is removed, by this object or otherwise.
  ///
  ///     try editor.remove()
  ///     try await editor.removed()
  ///
  /// Returns immediately if it's removed already, or if the object no longer exists.
  ///
  /// - Throws: The `RouteError` that prevented it, `busy` in an interceptor of this route, or `CancellationError` if the
  ///   waiting task is canceled.
  public func removed() async throws {
    switch state {
    case .removed: return
    case .unrouted: throw registry.reporting(.cannotRemove(route, in: state))
    // The presenter has lost the view without reporting it.
    case .routed where destination == nil: wasRemoved()
    case .routing:
      try checkWaiting()
      try await removals.wait {}.get()
    case .routed, .removing: try await removals.wait {}.get()
    }
  }

  /// Throws if an interceptor that decides about this presentation would wait for its end.
  private func checkWaiting() throws(RouteError) {
    guard !DecisionTask.subjects.contains(ObjectIdentifier(self)) else {
      throw registry.reporting(.interceptorWaitsForItself(route))
    }
  }
}

extension ActiveRoute {
  /// The emitter of this route's events, which doesn't keep the route alive.
  var emitter: RouteEmitter { RouteEmitter(registry: registry, route: route, path: path, url: url) }

  /// Reports an event of this route to the observers.
  func emit(_ phase: RouteEvent.Phase, took duration: Duration? = nil) {
    emitter.emit(phase, held.current, took: duration)
  }

  /// Reports an error that ends nothing, and that no caller gets.
  func emitFailure(_ error: RouteError) { emit(.failed(registry.reporting(error))) }

  /// Reports a new state to the caller's callback and to the streams of ``states``, if the state has changed.
  func changed(from old: RouteState) {
    guard state != old else { return }
    options.onStateChange?(old, state)
    stateStreams.yield(state)
  }

  /// Returns the value that describes the change to the presenter.
  func transition(_ destination: Any, animated: Bool? = nil) -> RouteTransition {
    RouteTransition(
      id: transitionID, destination: destination, view: wrapper ?? destination, path: path,
      animated: animated ?? options.animated, location: location,
      asksBeforeLeaving: !route.declaration.leaveGuards.isEmpty,
      removed: { [transitionID] in
        if transitionID == self.transitionID { self.wasRemoved() }
      },
      asked: { [transitionID] in
        guard transitionID == self.transitionID else { return true }
        return await self.askedByPresenter()
      })
  }
}
