import WaymarkCore
import WaymarkRuntime

/// An object that the transition of a shown view retains.
final class PresentationToken: Sendable {
  private let wasReleased: @Sendable () -> Void

  /// Creates a token with a closure that runs when nothing retains the token anymore.
  init(_ wasReleased: @escaping @Sendable () -> Void) { self.wasReleased = wasReleased }

  deinit { wasReleased() }
}

/// An active route with an unknown destination type, for a ``Navigator``.
@MainActor
protocol ShownRoute: AnyObject {
  /// The request for the destination, by the caller or by a URL.
  var request: RouteRequest { get }
  var path: RoutePath { get }
  /// The object that the sources of the window share, or nil without a window.
  var navigationRoot: AnyObject? { get }
  /// The root of the source when the presenter began, or nil if it no longer exists.
  var initialRoot: AnyObject? { get }
  /// The token of the current presentation if a presenter retains its transition.
  var token: PresentationToken? { get }
  var transitionID: RouteTransition.ID { get }
  var state: RouteState { get }
  /// The context of the request that interceptors redirected to this route, or nil without a redirection.
  var origin: RequestContext? { get }
  /// The configuration during a presentation, as the caller or a URL filled it, or nil if there's none.
  var configuration: Any? { get }
  /// Whether the caller has prepared the destination, so that it depends on more than its route.
  var isPreparedByCaller: Bool { get }
  /// The destination, or the view in place of an adapter's proxy, or nil if it no longer exists.
  var anyDestination: Any? { get }
  /// The view, if it's an object and the presenter shows it or is about to.
  var viewObject: AnyObject? { get }
  /// The presentation, or nil if the destination no longer exists.
  var shownTransition: RouteTransition? { get }

  func mayLeave(deciding: [ObjectIdentifier]) async throws -> Bool
  /// Answers a presenter about a presentation, which has to go away if it isn't shown anymore.
  func asked(_ deciding: [ObjectIdentifier], about shown: RouteTransition.ID) async -> Bool
  /// Updates the state when the presenter reports the removal of a presentation by other means.
  func wasRemoved(_ shown: RouteTransition.ID)
  /// Waits until the presenter has finished the change that it's carrying out, or the task is canceled.
  func presenterFinishes() async
  /// Ends the change that the presenter is carrying out, because its window was closed.
  func windowClosed()
  /// Removes the destination and waits for the removal, even if the task is canceled.
  func removeAndWait(animated: Bool) async throws(RouteError)
}

extension ShownRoute {
  var compiledRoute: CompiledRoute { request.route }
  /// Whether the window was released together with its presenter.
  ///
  /// A view in a window of its own may outlive the window of its source.
  var isWindowGone: Bool { navigationRoot == nil && token == nil }
  /// Whether the presenter has lost a shown view without reporting it, or was released together with the window.
  var isLost: Bool { path.kind != .makeDestination && (anyDestination == nil || isWindowGone) }
  /// The destination as a source, or else the shown view, such as the `Wrapped` view of a model.
  var asSource: (any RouteSource)? {
    anyDestination as? any RouteSource ?? shownTransition?.view as? any RouteSource
  }
}

extension ActiveRoute: ShownRoute {
  var origin: RequestContext? { redirectedFrom.lazy.compactMap(\.input).first }
  var isPreparedByCaller: Bool { options.prepareDestination != nil || given != nil }
  var anyDestination: Any? { provided ?? destination }
  var viewObject: AnyObject? { provided.map { HeldDestination<Any>($0).object } ?? held.object }
  var shownTransition: RouteTransition? { destination.map { transition($0) } }

  func removeAndWait(animated: Bool) async throws(RouteError) {
    // A removal in progress may fail, and may then begin again.
    while state == .removing { _ = await removals.waitShielded() }
    guard state == .routed else { return }
    var failure: RouteError?
    try remove { options in
      options.animated = animated
      let report = options.onFailure
      options.onFailure = { error in
        failure = error
        report?(error)
      }
    }
    while state == .removing { _ = await removals.waitShielded() }
    guard let failure, state == .routed else { return }
    removalFailure = nil
    throw failure
  }

  func presenterFinishes() async {
    _ = state == .routing ? await completions.wait {}.map { _ in } : await removals.wait {}
  }

  /// Waits until the attempt to show the destination has ended, even if the task is canceled.
  func settle() async {
    while state == .routing { _ = await completions.waitShielded() }
  }
}

extension CompiledRoute {
  /// Returns the object that contains a view, or nil if the route has no `Wrapped` entry.
  @MainActor
  func wrapper(of view: Any, in registry: Registry) throws(RouteError) -> Any? {
    guard let wrapping = declaration.features(Wrapping.self).first else { return nil }
    guard
      let wrapper = try running(
        .converting, { try Registry.withCurrent(registry) { try wrapping.wrap(view) } })
    else {
      throw RouteError.wrappedMismatch(self, view)
    }
    return wrapper
  }
}

extension ActiveRoute {
  /// Creates the destination, or prepares an existing one, and stores the view inside an adapter's proxy, unless the
  /// proxy itself is a view.
  ///
  /// It throws for a view that is already shown, or one that its ``Leaves`` can't decide about.
  ///
  /// - Parameter adopted: The view from a toolkit, or nil to create it or to use the given one.
  func make(_ configuration: Any?, adopting adopted: Any? = nil) throws(RouteError) -> Requested {
    let prepare = options.prepareDestination
    let inside = ProvidedDestination()
    let isShown = path.kind != .makeDestination
    var checked = prepare
    if isShown, adopted == nil, mayBeShown {
      // Don't prepare a view for this caller if another caller shows it.
      checked = { [self] view in
        if let error = alreadyShown(inside.value ?? view) { throw error }
        try prepare?(&view)
      }
    }
    var existing = adopted.map { ValueBox($0) }
    if let given {
      guard let destination = given.current else { throw RouteError.destinationGone(route) }
      self.given?.loosen()
      existing = ValueBox(destination)
    }
    let destination = try MakingRequest(
      in: registry, request.input, configuration: configuration, given: existing,
      provided: given == nil ? inside : nil
    ).preparing(checked).make(route, as: request.router.provider, Requested.self)
    if isShown, let view = inside.value, route.presenter(of: path)?.isView(destination) != true {
      provided = view
    }
    // Along `makeDestination`, the caller gets the proxy of an adapter, and nothing shows the view.
    if isShown || inside.value == nil { try checkLeaves(of: provided ?? destination) }
    return destination
  }

  /// Whether another active route may show the same view: one that the registry keeps, or one that the caller passes.
  var mayBeShown: Bool { route.instanceSlot != nil || given != nil }

  /// Returns the error for a view that another active route shows, or nil if none does.
  private func alreadyShown(_ view: Any) -> RouteError? {
    HeldDestination<Any>(view).object.flatMap(Presentations.route(showing:)).map {
      .alreadyShown(route, along: $0.path.kind, isGiven: given != nil)
    }
  }
}

extension Registry {
  /// Returns whether this registry, or an open scope, keeps the instance of a route.
  func keeps(_ route: CompiledRoute) -> Bool {
    guard [.singleton, .scoped].contains(route.declaration.lifetime), let slot = route.instanceSlot,
      let owner = try? owner(of: route, slot: slot)
    else { return false }
    return owner.kept(in: slot, of: route) != nil
  }
}

extension RouteError {
  static func alreadyShown(
    _ route: CompiledRoute, along kind: RoutePath.Kind, isGiven: Bool
  ) -> RouteError {
    guard !isGiven else {
      return RouteError(
        .alreadyShown, "the given view of \(Step(route)) is already shown along \(kind.name)",
        remedy: "remove the view first\ngo back to it", underlying: nil, routes: [route])
    }
    let entry =
      switch route.declaration.lifetime {
      case .weaklyShared: "WeaklyShared()"
      case .scoped: "Scoped(to:)"
      case .keyed: "Kept(by:)"
      case .singleton, .transient: "Singleton()"
      }
    return RouteError(
      .alreadyShown, "the kept view of \(Step(route)) is already shown along \(kind.name)",
      remedy:
        "remove the view first\ngo back to it\nremove \(entry) so that each presentation has its own view",
      underlying: nil, routes: [route])
  }
}
