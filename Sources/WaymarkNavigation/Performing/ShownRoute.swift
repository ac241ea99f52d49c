import WaymarkCore

/// An active route whose destination type isn't known, as a ``Navigator`` uses it.
@MainActor
protocol ShownRoute: AnyObject {
  /// The route.
  var compiledRoute: CompiledRoute { get }
  /// How the destination is shown.
  var path: RoutePath { get }
  /// The identity of the current presentation.
  var transitionID: RouteTransition.ID { get }
  /// The state of the destination.
  var state: RouteState { get }
  /// The context of the request, such as the URL that opened the route.
  var input: RequestContext? { get }
  /// The configuration, as the caller or a URL filled it, while the destination is being shown; nil if there's none.
  var configuration: Any? { get }
  /// Whether the caller has prepared the destination, so that its state isn't only that of its route.
  var isPreparedByCaller: Bool { get }
  /// The destination, or nil if it no longer exists.
  var anyDestination: Any? { get }

  /// Asks the route's ``Leaves``.
  func mayLeave(deciding: [ObjectIdentifier]) async throws -> Bool
  /// Removes the destination and waits until it's gone, even if the task is canceled.
  func removeAndWait(animated: Bool) async throws(RouteError)
}

extension ActiveRoute: ShownRoute {
  var compiledRoute: CompiledRoute { route }
  var isPreparedByCaller: Bool { options.prepareDestination != nil }
  var anyDestination: Any? { destination }

  func removeAndWait(animated: Bool) async throws(RouteError) {
    // A removal that's under way may fail, and may then be begun again.
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
    if let failure, state == .routed { throw failure }
  }

  /// Waits until the presentation has ended, successfully or not, even if the task is canceled.
  func settle() async {
    while state == .routing { _ = await completions.waitShielded() }
  }
}

/// An object that follows what is shown, such as a ``Navigator``.
@MainActor
protocol PresentationFollower: AnyObject {
  /// Called when a destination is shown.
  func shown(_ route: any ShownRoute)
  /// Called when a destination is removed.
  func removed(_ route: any ShownRoute)
}

/// The objects that follow what is shown, in all windows.
@MainActor
enum Presentations {
  private struct Follower {
    weak var object: (any PresentationFollower)?
  }

  private static var followers: [Follower] = []

  /// Adds an object, which isn't retained.
  static func add(_ follower: any PresentationFollower) {
    followers.removeAll { $0.object == nil }
    followers.append(Follower(object: follower))
  }

  /// Reports a destination that is shown.
  static func shown(_ route: any ShownRoute) {
    for follower in followers { follower.object?.shown(route) }
  }

  /// Reports a destination that was removed.
  static func removed(_ route: any ShownRoute) {
    for follower in followers { follower.object?.removed(route) }
  }
}

extension CompiledRoute {
  /// Returns the object that contains a view, or nil if the route has no `Wrapped` entry.
  @MainActor
  func wrapper(of view: Any) throws(RouteError) -> Any? {
    guard declaration.hasFeatures, let wrapping = declaration.features(Wrapping.self).first else {
      return nil
    }
    guard let wrapper = try running(.converting, { try wrapping.wrap(view) }) else {
      throw RouteError.wrappedMismatch(self, view)
    }
    return wrapper
  }
}
