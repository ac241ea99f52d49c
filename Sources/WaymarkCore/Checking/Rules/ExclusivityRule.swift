/// Reports routes to a destination type that's exclusive to another route.
enum ExclusivityRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    // A route of the base can also be exclusive.
    guard linked.traits.contains(.exclusive) || linked.base?.hasExclusiveRoutes == true else {
      return []
    }
    // Of several exclusive routes to a type, the rule reports all but the first.
    var exclusive: [ObjectIdentifier: Linked.Route] = [:]
    for route in linked.routes where route.declaration.isExclusive {
      for type in route.declaration.madeTypes where exclusive[ObjectIdentifier(type)] == nil {
        exclusive[ObjectIdentifier(type)] = route
      }
    }
    return linked.routes.compactMap { route in
      // Report one finding for each route.
      route.declaration.madeTypes.lazy.compactMap {
        finding(route, $0, exclusive[ObjectIdentifier($0)], linked)
      }.first
    }
  }

  private static func finding(
    _ route: Linked.Route, _ type: Any.Type, _ first: Linked.Route?, _ linked: Linked
  ) -> Finding? {
    let own = first?.ordinal == route.ordinal ? nil : first?.declaration
    let below = own == nil ? inBase(type, linked) : []
    if let other = own ?? below.first(where: \.isExclusive) {
      return route.finding(
        .exclusivityViolated, "\(TypeName.of(type)) is made by another route, which is Exclusive()",
        related: [other.related("\(other.text) is exclusive")],
        remedy: "remove this route\nremove Exclusive() from the other one")
    }
    guard route.declaration.isExclusive, let other = below.first else { return nil }
    return route.finding(
      .exclusivityViolated,
      "\(route.declaration.text) is Exclusive(), but the base registry has a route to the same destination",
      related: [other.related("\(other.text) makes it too")],
      remedy: "remove Exclusive()\nremove the other route")
  }

  /// Returns the base's routes to a type that are in use, and of which the declarations replace nothing.
  private static func inBase(_ type: Any.Type, _ linked: Linked) -> [RouteDeclaration] {
    guard let base = linked.base else { return [] }
    return base.routes(making: type).filter { route in
      base.isInForce(route) && (linked.mode == .extending || linked.image.hasAll(of: route, in: base))
    }.map(\.declaration)
  }
}

extension RegistryImage {
  /// Returns whether all tokens, names, and collections that lead to a route in another image lead to it here.
  fileprivate func hasAll(of route: CompiledRoute, in other: RegistryImage) -> Bool {
    let declaration = route.declaration
    return declaration.bindings.allSatisfy {
      other.provider(for: $0.token)?.route !== route || provider(for: $0.token)?.route === route
    }
      && declaration.names.allSatisfy {
        other.route(named: $0) !== route || self.route(named: $0) === route
      }
      && contributions(of: route).count == other.contributions(of: route).count
  }
}
