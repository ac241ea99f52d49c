extension Program {
  /// The base, if its routes can depend on routes of this program.
  ///
  /// An override replaces their dependencies, and an extension of an early registry adds missing ones.
  var baseWithChangedNeeds: Snapshot? {
    base.flatMap { $0.stage == .early || mode == .overriding ? $0 : nil }
  }

  /// The routes and decorators of the base that are in force, without edges, in the order of declaration.
  var nodesOfBase: [RouteNetwork.Node] {
    guard let layer = base?.layer else { return [] }
    let decorators = Set(layer.decorators.values.joined().map { ObjectIdentifier($0) })
    return layer.fromTheBase.flatMap(\.declarations).compactMap { declaration in
      switch declaration {
      case .adapter: return nil
      case .route(let route): return layer.isInForce(route) ? RouteNetwork.Node(route.declaration) : nil
      case .decorator(let decorator):
        guard decorators.contains(ObjectIdentifier(decorator)),
          let route = layer.provider(for: decorator.declaration.token.key)?.route
        else { return nil }
        return RouteNetwork.Node(decorator.declaration.route(around: route.declaration))
      }
    }
  }
}
