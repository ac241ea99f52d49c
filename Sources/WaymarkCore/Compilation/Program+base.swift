extension Program {
  /// The base, if its routes can depend on routes of this program.
  ///
  /// An override replaces their dependencies, and an extension of an early registry adds missing ones.
  var baseWithChangedNeeds: Snapshot? {
    base.flatMap { $0.stage == .early || mode == .overriding ? $0 : nil }
  }

  /// The base, if its routes can need other scopes than in their own check.
  ///
  /// An extension makes transient and scoped instances of the base, with its own contributions and decorators.
  var baseWithChangedScopes: Snapshot? {
    mode == .extending && !(collections.isEmpty && decorators.isEmpty) ? base : baseWithChangedNeeds
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

  /// Returns the base's adapters that lead to replaced or decorated tokens and need new providers.
  func findInheritedAdapters() -> [CompiledAdapter] {
    guard let base, base.layer.hasAdapters, mode == .overriding || !decorators.isEmpty else { return [] }
    var found: [CompiledAdapter] = []
    var replaced = provisions.first.map(\.token.key) + decorators.map(\.declaration.token.key)
    var seen = Set(provisions.first.map(\.token.key))
    while let key = replaced.popLast() {
      for adapter in base.layer.adapters(to: key) {
        let required = adapter.declaration.required.key
        let provider = base.layer.provider(for: required)
        guard provider == nil || provider?.undecorated.adapter === adapter, seen.insert(required).inserted
        else {
          continue
        }
        found.append(adapter)
        replaced.append(required)
      }
    }
    return found
  }
}
