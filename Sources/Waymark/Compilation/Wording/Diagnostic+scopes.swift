// The diagnostics about scopes and lifetimes.
extension Diagnostic {
  static func captiveScope(_ scope: Any.Type, _ path: [ScopeNeeds.Step]) -> Diagnostic {
    let captor = path[0].declaration
    let name = TypeName.of(scope)
    let last = path[path.count - 1]
    let what =
      last.needed == nil
      ? "\(TypeName.of(last.declaration.destination)), which is Scoped(to: \(name).self)"
      : "the value of \(name)"
    let lifetime = lifetimes(captor).joined(separator: ", ")
    return Diagnostic(
      .captiveScope, at: captor.location,
      "\(TypeName.of(captor.destination)) is \(lifetime) and needs \(what): it is kept longer than the scope",
      detail: names(path), related: steps(path, to: scope),
      remedy:
        "add Scoped(to: \(name).self) to \(route(captor))\(captor.lifetime == .singleton || captor.scope != nil ? " in place of \(lifetime)" : ""), "
        + "or let its callers pass what belongs to the scope")
  }

  /// Creates the diagnostic for a kept route.
  static func unrelatedScopes(
    _ keeper: Any.Type, _ scope: Any.Type, _ path: [ScopeNeeds.Step]
  ) -> Diagnostic {
    let declaration = path[0].declaration
    return Diagnostic(
      .unrelatedScopes, at: declaration.location,
      "\(TypeName.of(declaration.destination)) is Scoped(to: \(TypeName.of(keeper)).self) and needs \(TypeName.of(scope)), "
        + "and neither of the two scopes is inside the other",
      detail: names(path), related: steps(path, to: scope), remedy: unrelatedRemedy(keeper, scope))
  }

  /// Creates the diagnostic for a transient route.
  static func unrelatedScopes(
    _ first: Any.Type, _ second: Any.Type, _ firstPath: [ScopeNeeds.Step], _ secondPath: [ScopeNeeds.Step]
  ) -> Diagnostic {
    let declaration = firstPath[0].declaration
    return Diagnostic(
      .unrelatedScopes, at: declaration.location,
      "\(TypeName.of(declaration.destination)) needs \(TypeName.of(first)) and \(TypeName.of(second)), "
        + "and neither of the two scopes is inside the other",
      related: steps(firstPath, to: first) + steps(secondPath, to: second),
      remedy: unrelatedRemedy(first, second))
  }

  private static func unrelatedRemedy(_ first: Any.Type, _ second: Any.Type) -> String {
    let (first, second) = (TypeName.of(first), TypeName.of(second))
    return
      "open one inside the other, with typealias Outer = \(first) in \(second) or the reverse, or divide the route"
  }

  static func lifetimeChanged(_ declaration: RouteDeclaration, replacing kept: RouteDeclaration) -> Diagnostic
  {
    let lifetime = lifetimes(kept).joined(separator: ", ")
    return Diagnostic(
      .lifetimeChanged, severity: .warning, at: declaration.location,
      "\(route(declaration)) makes a new object for each request, and replaces a route that is \(lifetime)",
      related: [Related(location: kept.location, message: "\(route(kept)) is replaced")],
      remedy: "add \(lifetime) to it, or Transient() if this is intended")
  }

  static func keyWithoutConfiguration(_ key: ConfigurationKey, _ declaration: RouteDeclaration) -> Diagnostic
  {
    let type = TypeName.of(key.type)
    let configuration = declaration.configuration.map { "and its configuration is \(TypeName.of($0.type))" }
    return Diagnostic(
      .missingConfiguration, at: declaration.location,
      "\(route(declaration)) is Kept(by:) a property of \(type) \(configuration ?? "and has no configuration")",
      remedy: "declare it with configuration: \(type).init, or leave Kept(by:) out")
  }

  static func scopedConfiguration(_ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .conflictingLifetimes, at: declaration.location,
      "\(route(declaration)) has a configuration and one instance for each scope: only that of the first caller would count",
      detail: lifetimes(declaration).joined(separator: ", "),
      remedy: "add Kept(by:) with a property of the configuration, or leave Scoped(to:) out")
  }

  /// The lifetimes of a route, as they're written.
  static func lifetimes(_ declaration: RouteDeclaration) -> [String] {
    let lifetimes = declaration.lifetimes.compactMap { lifetime -> String? in
      switch lifetime {
      case .transient: "Transient()"
      case .weaklyShared: "WeaklyShared()"
      case .singleton: "Singleton()"
      case .keyed: "Kept(by:)"
      case .scoped: nil
      }
    }
    return lifetimes + declaration.scopes.map { "Scoped(to: \(TypeName.of($0)).self)" }
  }

  private static func names(_ path: [ScopeNeeds.Step]) -> String {
    let last = path[path.count - 1].needed.map { [TypeName.of($0)] } ?? []
    return (path.map { TypeName.of($0.declaration.destination) } + last).joined(separator: " → ")
  }

  private static func steps(_ path: [ScopeNeeds.Step], to scope: Any.Type) -> [Related] {
    path.enumerated().map { index, step in
      let route = route(step.declaration)
      let message: String
      if let needed = step.needed {
        let what =
          index + 1 < path.count
          ? "which \(self.route(path[index + 1].declaration)) makes" : "the value of a scope"
        message = "\(route) needs \(TypeName.of(needed)) (\(step.label ?? "declared")), \(what)"
      } else {
        message = "\(route) is Scoped(to: \(TypeName.of(scope)).self)"
      }
      return Related(location: step.declaration.location, message: message)
    }
  }
}
