import WaymarkRuntime

// The messages of errors about scopes.
extension RouteError {
  /// Creates the error for a parameter that's the value of a scope.
  static func scopeNotOpen(_ scope: Any.Type, in registry: Registry) -> RouteError {
    let name = TypeName.of(scope)
    return here(
      .scopeNotOpen, "the value of \(name) was requested, but no \(name) is open\(openScopes(registry))",
      remedy: openRemedy(name))
  }

  /// Creates the error for a route whose instance a scope keeps.
  static func scopeNotOpen(_ scope: Any.Type, keeping route: CompiledRoute) -> RouteError {
    let name = TypeName.of(scope)
    return here(
      .scopeNotOpen,
      "\(TypeName.of(route.declaration.destination)) is Scoped(to: \(name).self), but no \(name) is open",
      remedy: openRemedy(name))
  }

  /// Creates the error for a scope that's opened where the scope around it isn't open.
  static func scopeNotOpen(_ outer: Any.Type, around scope: Any.Type) -> RouteError {
    let (outer, name) = (TypeName.of(outer), TypeName.of(scope))
    return here(
      .scopeNotOpen, "\(name) cannot be opened here: it is enclosed by \(outer), but no \(outer) is open",
      remedy: "open the \(name) from the registry of a \(outer), which opening(_:) returns")
  }

  static func scopeClosed(_ scope: OpenScope) -> RouteError {
    here(
      .scopeClosed, "the \(scope.name) of this registry was closed",
      remedy: "finish the work before the scope is closed, or use the registry of another \(scope.name)")
  }

  /// Creates the error for an instance that uses its registry after the release of the root that keeps it.
  static func registryReleased(_ registry: Registry) -> RouteError {
    let name = registry.name.map { "the registry \"\($0)\"" } ?? "the registry"
    return here(
      .registryReleased, "\(name) that keeps this instance was released",
      remedy: "retain the registry while its instances are used, or install it")
  }

  static func scopeAlreadyOpen(_ scope: Any.Type) -> RouteError {
    let name = TypeName.of(scope)
    return here(
      .scopeAlreadyOpen, "a \(name) cannot be opened inside a \(name)",
      remedy: "open it from a registry in which no \(name) is open")
  }

  private static func openRemedy(_ name: String) -> String {
    "use the registry of a \(name), which opening(_:) returns and withScope(_:operation:) makes the current one"
  }

  /// The scopes that are open in a registry, for messages; empty in a root.
  private static func openScopes(_ registry: Registry) -> String {
    var names: [String] = []
    var next = registry
    while let scope = next.scope {
      names.append(scope.name)
      next = scope.outer
    }
    return names.isEmpty ? "" : "; open here: \(names.joined(separator: ", "))"
  }
}
