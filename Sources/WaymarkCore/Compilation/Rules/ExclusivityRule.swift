/// Reports routes to a destination type that's exclusive to another route.
enum ExclusivityRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    // A route of the base can also be exclusive.
    guard program.traits.contains(.exclusive) || program.base?.layer.hasExclusiveRoutes == true else {
      return []
    }
    let byType = exclusiveTypes(program)
    guard !byType.isEmpty || program.base != nil else { return [] }
    return program.routes.compactMap { route in
      // Report one finding for each route.
      route.declaration.madeTypes.lazy.compactMap { finding(route, $0, byType, program) }.first
    }
  }

  private static func finding(
    _ route: Program.DeclaredRoute, _ type: Any.Type, _ byType: [ObjectIdentifier: [Program.DeclaredRoute]],
    _ program: Program
  ) -> Finding? {
    let others = (byType[ObjectIdentifier(type)] ?? []).filter { $0.ordinal != route.ordinal }
    if let exclusive = others.first(where: \.declaration.isExclusive), !isFirstExclusive(route, exclusive) {
      return Finding(
        route.ordinal, .exclusivityViolated(route.declaration, type, exclusive: exclusive.declaration))
    }
    let below = inBase(type, program)
    if let exclusive = below.first(where: \.isExclusive) {
      return Finding(route.ordinal, .exclusivityViolated(route.declaration, type, exclusive: exclusive))
    }
    guard route.declaration.isExclusive, let other = below.first else { return nil }
    return Finding(route.ordinal, .exclusiveTooLate(route.declaration, other: other))
  }

  private static func exclusiveTypes(_ program: Program) -> [ObjectIdentifier: [Program.DeclaredRoute]] {
    let wanted = Set(
      program.routes.lazy.filter(\.declaration.isExclusive).flatMap(\.declaration.madeTypes).map {
        ObjectIdentifier($0)
      })
    guard !wanted.isEmpty else { return [:] }
    var routes: [ObjectIdentifier: [Program.DeclaredRoute]] = [:]
    for route in program.routes {
      for type in route.declaration.madeTypes where wanted.contains(ObjectIdentifier(type)) {
        routes[ObjectIdentifier(type), default: []].append(route)
      }
    }
    return routes
  }

  /// Returns whether a route is the first of two exclusive routes, of which the rule reports only the later one.
  private static func isFirstExclusive(
    _ route: Program.DeclaredRoute, _ other: Program.DeclaredRoute
  ) -> Bool {
    route.declaration.isExclusive && route.ordinal < other.ordinal
  }

  /// Returns the base's routes to a type that are in use and that this program doesn't replace.
  private static func inBase(_ type: Any.Type, _ program: Program) -> [RouteDeclaration] {
    guard let base = program.base else { return [] }
    let below = base.layer.routes(making: type).filter(base.layer.isInForce)
    guard program.mode == .overriding, !below.isEmpty else { return below.map(\.declaration) }
    let names = Set(program.routes.flatMap(\.declaration.names))
    return below.filter { route in
      let other = route.declaration
      return !other.bindings.contains { program.provisions[$0.token.key] != nil }
        && !other.names.contains(where: names.contains)
        && !other.contributions.contains { isReplaced(route, in: $0.token.key, of: base.layer, program) }
    }.map(\.declaration)
  }

  /// Returns whether this program takes a route of the base out of a collection.
  private static func isReplaced(
    _ route: CompiledRoute, in key: TokenKey, of layer: RegistryLayer, _ program: Program
  ) -> Bool {
    layer.collection(for: key).map { !$0.members(of: route).isEmpty } ?? false
      && !program.contributes(route.declaration, to: key)
  }
}

extension Diagnostic {
  fileprivate static func exclusivityViolated(
    _ declaration: RouteDeclaration, _ type: Any.Type, exclusive: RouteDeclaration
  ) -> Diagnostic {
    Diagnostic(
      .exclusivityViolated, at: declaration.location,
      "\(TypeName.of(type)) is made by another route, which is Exclusive()",
      related: [Related(location: exclusive.location, message: "\(route(exclusive)) is exclusive")],
      remedy: "remove this route\nremove Exclusive() from the other one")
  }

  fileprivate static func exclusiveTooLate(_ declaration: RouteDeclaration, other: RouteDeclaration)
    -> Diagnostic
  {
    Diagnostic(
      .exclusivityViolated, at: declaration.location,
      "\(route(declaration)) is Exclusive(), but the base registry has a route to the same destination",
      related: [Related(location: other.location, message: "\(route(other)) makes it too")],
      remedy: "remove Exclusive()\nremove the other route")
  }
}
