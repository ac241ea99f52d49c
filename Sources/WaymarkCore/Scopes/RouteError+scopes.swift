import WaymarkRuntime

extension RouteError {
  /// Creates the error for a parameter with a scope's value.
  static func scopeNotOpen(_ scope: Any.Type, in registry: Registry) -> RouteError {
    let name = TypeName.of(scope)
    let error = here(
      .scopeNotOpen,
      "the value of \(name) was requested, but \(notOpen(scope, in: registry) ?? "no \(name) is open\(openScopes(registry))")",
      remedy: openRemedy(scope, in: registry))
    return error.outliving(scope, request: "Registry.current.scope(\(name).self)")
  }

  /// Creates the error for a route with an instance that a scope keeps.
  static func scopeNotOpen(
    _ scope: Any.Type, keeping route: CompiledRoute, in registry: Registry
  ) -> RouteError {
    let name = TypeName.of(scope)
    let error = here(
      .scopeNotOpen,
      "\(TypeName.of(route.declaration.destination)) is Scoped(to: \(name).self), but \(notOpen(scope, in: registry) ?? "no \(name) is open")",
      remedy: openRemedy(scope, in: registry))
    guard let token = route.declaration.tokens.first(where: { !$0.role.isModule }) else { return error }
    return error.outliving(scope, request: "Registry.current(\(token.argument))")
  }

  /// Returns the error with the remedy for a route of which the root keeps the instance, if there's one in its path.
  private func outliving(_ scope: Any.Type, request: String) -> RouteError {
    guard let captor = firstKeptByRoot?.declaration else { return self }
    return remedied(by: Diagnostic.captorRemedy(captor, of: scope, request: request))
  }

  /// Creates the error for a scope that requires an outer scope.
  static func scopeNotOpen(_ outer: Any.Type, around scope: Any.Type, in registry: Registry) -> RouteError {
    let problem = notOpen(outer, in: registry)
    let (outer, name) = (TypeName.of(outer), TypeName.of(scope))
    let traits = "write .scope(\(outer)(…)) before .scope(\(name)(…)) in the traits of a test\n"
    return here(
      .scopeNotOpen,
      "\(name) cannot be opened here: it is enclosed by \(outer), but \(problem ?? "no \(outer) is open")",
      remedy: (TestingLibrary.isLoaded ? traits : "")
        + "open the \(name) from the registry of \(an(outer)), which opening(_:) returns")
  }

  static func scopeClosed(_ scope: OpenScope) -> RouteError {
    let around = scope.closedAround.map { "\($0.name) around the " } ?? ""
    return here(
      .scopeClosed, "the \(around)\(scope.name) of this registry was closed",
      remedy:
        "finish the work before the scope is closed\nopen a scope for longer work, such as a streamed response, "
        + "with opening(_:), and run the work in closing(_:)\nuse the registry of another \(scope.name)")
  }

  /// Creates the error for an instance that uses its registry after the release of the root.
  static func registryReleased(_ registry: Registry) -> RouteError {
    let name = registry.name.map { "the registry \"\($0)\"" } ?? "the registry"
    return here(
      .registryReleased, "\(name) that keeps this instance was released",
      remedy: "retain the registry while its instances are used\ninstall it")
  }

  static func scopeAlreadyOpen(_ scope: Any.Type) -> RouteError {
    let name = TypeName.of(scope)
    return here(
      .scopeAlreadyOpen, "\(an(name)) cannot be opened inside \(an(name))",
      remedy: "open it from a registry in which no \(name) is open")
  }

  /// Returns the problem with a scope that another one has left, or nil if there's no such scope.
  private static func notOpen(_ scope: Any.Type, in registry: Registry) -> String? {
    registry.scope?.scope(beside: scope).map {
      "the \($0.name) was opened from the registry of \(an(TypeName.of(scope))), and is not inside it"
    }
  }

  private static func openRemedy(_ scope: Any.Type, in registry: Registry) -> String {
    let name = TypeName.of(scope)
    let use =
      "use the registry of \(an(name)), which opening(_:) returns and withScope(_:operation:) makes the current one\n"
      + "open the scope of longer work, such as a streamed response, with opening(_:), and run the work in closing(_:)"
    guard let other = registry.scope?.scope(beside: scope), let scope = scope as? any RouteScope.Type,
      let outer = other.type as? any RouteScope.Type, ScopeChain.scope(scope, canBeInside: outer)
    else { return inTest("add .scope(\(name)(…)), after .registry,") + use }
    return "open the \(other.name) first, and then the \(name) inside it\n\(use)"
  }

  /// Returns a name with its indefinite article.
  static func an(_ name: String) -> String { "\(IndefiniteArticle.before(name)) \(name)" }

  private static func openScopes(_ registry: Registry) -> String {
    guard let scope = registry.scope else { return "" }
    return " (open here: \(scope.enclosing.map(\.name).joined(separator: ", ")))"
  }
}
