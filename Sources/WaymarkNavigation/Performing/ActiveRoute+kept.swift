import WaymarkCore

extension ActiveRoute {
  /// Creates the destination, unless it's a kept view that is shown already.
  func make(_ order: Order) throws(RouteError) -> Requested {
    let prepare = options.prepareDestination
    guard route.instanceSlot != nil, path.kind != .makeDestination else { return try order.make(prepare) }
    // The caller must not prepare a view for its presentation that is shown elsewhere.
    return try order.make { [self] view in
      if let error = alreadyShown(view) { throw error }
      try prepare?(&view)
    }
  }

  /// Returns the error for a view that another active route shows; nil if none does.
  private func alreadyShown(_ view: Any) -> RouteError? {
    guard type(of: view) is AnyObject.Type else { return nil }
    return Presentations.route(showing: view as AnyObject).map { .alreadyShown(route, along: $0.path) }
  }
}

extension Registry {
  /// Returns whether this registry, or an open scope, keeps the instance of a route by itself.
  func keeps(_ route: CompiledRoute) -> Bool {
    guard [.singleton, .scoped].contains(route.declaration.lifetime), let slot = route.instanceSlot,
      let keeper = try? keeper(of: route, slot: slot)
    else { return false }
    return keeper.kept(in: slot) != nil
  }
}

extension Presentations {
  private struct Shown {
    weak var route: (any ShownRoute)?
  }

  /// The active routes that show kept views, by the identity of the view.
  private static var kept: [ObjectIdentifier: Shown] = [:]

  /// Records that an active route begins to show a kept view.
  static func begin(_ route: any ShownRoute, showing view: AnyObject) {
    kept = kept.filter { isShown($0.key, by: $0.value.route) }
    kept[ObjectIdentifier(view)] = Shown(route: route)
  }

  /// Returns the active route that shows a kept view; nil if none does.
  fileprivate static func route(showing view: AnyObject) -> (any ShownRoute)? {
    let identity = ObjectIdentifier(view)
    guard let route = kept[identity]?.route, isShown(identity, by: route) else { return nil }
    return route
  }

  /// Returns whether an active route still shows a view, which it releases at its removal.
  private static func isShown(_ view: ObjectIdentifier, by route: (any ShownRoute)?) -> Bool {
    guard let shown = route?.anyDestination else { return false }
    return ObjectIdentifier(shown as AnyObject) == view
  }
}

extension RouteError {
  fileprivate static func alreadyShown(_ route: CompiledRoute, along path: RoutePath) -> RouteError {
    let entry =
      switch route.declaration.lifetime {
      case .weaklyShared: "WeaklyShared()"
      case .scoped: "Scoped(to:)"
      case .keyed: "Kept(by:)"
      case .singleton, .transient: "Singleton()"
      }
    return RouteError(
      .alreadyShown, "the kept view of \(Step(route)) is already shown along \(path.kind.name)",
      remedy:
        "remove the view first, or go back to it, or remove \(entry) so that each presentation has its own view",
      underlying: nil, routes: [route])
  }
}
