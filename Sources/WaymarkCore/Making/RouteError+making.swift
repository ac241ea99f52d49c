import WaymarkRuntime

// The errors that a registry throws.
extension RouteError {
  package static func unregistered(_ token: TokenDescription, in registry: Registry) -> RouteError {
    if let closed = registry.closedError { return closed }
    if let missing = noRegistry(for: "\(token)", in: registry) { return missing }
    let place = place(registry)
    if let names = registry.image.alternatives(for: token),
      names.contains(where: { !$0.route.isUnimplemented })
    {
      return ambiguous(token, names, in: place)
    }
    guard registry.properties.isolation == nil else { return unimplemented(token, in: registry) }
    guard registry.stage == .complete else {
      return here(
        .unregistered, "nothing provides \(token) in \(earlyPlace(registry))",
        remedy: registry.isCounted
          ? "add \(token.expression) to the early registry, which makes the instances that it keeps by itself\n"
            + "move the route of the instance to the extension"
          : later("request it", orAdd: token.expression))
    }
    let image = registry.image
    let near = image.providers(of: token.type).map { "\($0.token) at \($0.route.declaration.location)" }
    let others = near.isEmpty ? "" : ", which provides \(near.joined(separator: " and "))"
    let hint = bindingHint(for: registry)
    // A program that handles the error doesn't need the suggestions.
    return here(.unregistered, "nothing provides \(token) in \(place)\(others)") {
      let near = Suggestions(near: token, in: image)
      return (hint.isEmpty ? "" : inTest("add .registry { … }"))
        + Diagnostic.missing(token, near, addingTo: near.fitting) + hint
    }
  }

  /// Returns the error for a request by a type with several names.
  private static func ambiguous(
    _ token: TokenDescription, _ providers: [Provider], in place: String
  ) -> RouteError {
    // A collection's provider has the token of its array.
    let tokens = providers.map { $0.route.declaration.collection ?? $0.token }
    let names = zip(tokens, providers).map { "\($0) at \($1.location)" }
    let requested = tokens[0].role.isCollection ? tokens[0].unnamed : token
    return here(
      .ambiguousName,
      "\(requested) is requested without a name, but \(place) provides \(names.joined(separator: " and "))",
      remedy: "request one of them by its name, such as \(tokens[0].argument)")
  }

  static func unregistered(identifier: String, in registry: Registry) -> RouteError {
    if let closed = registry.closedError { return closed }
    let name = "Identifier(\"\(identifier)\")"
    if let missing = noRegistry(for: name, in: registry) { return missing }
    guard !identifier.isEmpty else {
      return here(
        .unregistered, "an identifier is empty, and no route has it",
        remedy: "pass the text of a route's Identifier")
    }
    let near = NearMiss.of(identifier, among: registry.image.identifiers)
    guard registry.stage == .complete else {
      return here(
        .unregistered, "no route has \(name) in \(earlyPlace(registry))",
        remedy: (near.map { "did you mean \"\($0)\"?\n" } ?? "") + later("request it", orAdd: name))
    }
    return here(
      .unregistered, "no route has \(name) in \(place(registry))",
      remedy: (near.map { "did you mean \"\($0)\"?" } ?? "add \(name) to a route")
        + bindingHint(for: registry))
  }

  /// Returns the remedy for a request that an early registry can't answer.
  package static func later(_ request: String, orAdd missing: String) -> String {
    "\(request) after the complete registry was installed\nadd \(missing) to the early registry"
  }

  /// Returns the error of a request while no registry is installed, or nil if one is.
  package static func noRegistry(for request: String, in registry: Registry) -> RouteError? {
    guard registry.isStandIn else { return nil }
    let install = inTest("add .registry { … }") + "call Registry.install(_:) when the program starts\n"
    guard CurrentRegistry.isBindingMissing else {
      return here(
        .noRegistryInstalled, "\(request) was requested, but no registry is installed",
        remedy: install + "bind one with Registry.withCurrent(_:operation:)")
    }
    return here(
      .noRegistryInstalled,
      "\(request) was requested, but no registry is installed, and none is bound to this task",
      remedy:
        "call Registry.withCurrent(_:operation:) in this task too, because a detached task does not inherit "
        + "the binding, and a binding ends with its operation\n"
        + "open a scope for work after the operation, such as a streamed response, with opening(_:) and closing(_:)\n"
        + install.dropLast())
  }

  /// Returns the description of an early registry in messages.
  package static func earlyPlace(_ registry: Registry) -> String {
    let place = place(registry)
    return place + (registry.image.totalRouteCount == 0 ? " and" : ", which") + " is marked as early"
  }

  /// Returns a hint to append to a remedy if the program probably means another registry, or an empty string.
  private static func bindingHint(for registry: Registry) -> String {
    guard CurrentRegistry.isInstalled(registry), CurrentRegistry.isBindingMissing else { return "" }
    return ". This is the installed registry, because none is bound to this task: a detached task does not "
      + "inherit the binding of withCurrent(_:operation:)"
  }

  /// Creates the error for a cycle that this thread closes by requesting a route, perhaps across other threads' routes.
  static func dependencyCycle(closedBy route: CompiledRoute, across others: [CompiledRoute] = [])
    -> RouteError
  {
    let making = routesBeingMade
    let last = others.last ?? route
    var cycle = making.prefix { $0 !== last } + (making.contains { $0 === last } ? [last] : [])
    cycle.reverse()
    cycle += others.dropLast().reversed()
    let names = (cycle + [cycle.first ?? route]).map { Step($0).description }
    let across = others.count > 1 ? " (made by \(others.count) threads at the same time)" : ""
    let wrapped = cycle.count == 1 ? "in a decorator, use the instance that it receives\n" : ""
    return here(
      .dependencyCycle,
      "factories depend on each other in a cycle\(across): \(names.joined(separator: " → "))",
      remedy: wrapped
        + "resolve one of them after its initializer, with a @Routed property, Routed(…) in a constant, or a router\n"
        + "request one of them in prepare:, if it is still missing, and set the other in that request: "
        + "try resolver(…) { $0.other = … }"
    )
  }

  static func configurationMissing(_ route: CompiledRoute) -> RouteError {
    let declaration = route.declaration
    let type = declaration.configuration.map { TypeName.of($0.type) } ?? ""
    let token = declaration.bindings.first(where: \.role.isModule)?.token.argument ?? "…"
    return here(
      .configurationMissing,
      "\(Step(route)) needs \(type) from its caller, and the request has none",
      remedy:
        "request it with a complete value: makeDestination(to: \(token), as: …, with: \(type)(…))\n"
        + (declaration.kind == .view
          ? "show it with a complete value: perform(to: \(token), as: …, path: …, with: \(type)(…))\n" : "")
        + "declare a default, with configuration: { \(type)(…) }"
    )
  }

  static func configurationReplaced(_ expected: Any.Type, by value: Any) -> RouteError {
    here(
      .configurationReplaced,
      "the configuration \(TypeName.of(expected)) was replaced by a value of type \(TypeName.of(type(of: value)))",
      remedy: "change the properties of the configuration, and do not assign a value of another type")
  }

  static func configurationNotReturned(_ adapter: Adapter, from value: Any) -> RouteError {
    here(
      .configurationReplaced,
      "the back: closure of the adapter of \(adapter.required) (\(adapter.location)) returned nil for a value of type \(TypeName.of(type(of: value)))",
      remedy:
        "return the configuration that the first closure received, and change only the properties of the proxy when you fill it"
    )
  }

  static func configurationMismatch(_ token: TokenDescription, _ type: Any.Type) -> RouteError {
    here(
      .destinationMismatch,
      "the configuration \(TypeName.of(type)) does not conform to \(TypeName.bare(token.type))",
      remedy: "conform \(TypeName.of(type)) to \(TypeName.bare(token.type))")
  }

  /// Creates the error for an adapter without a closure, if a closure or a decorator has replaced the destination.
  static func notAdapted(_ value: Any, _ adapter: Adapter) -> RouteError {
    let (type, required) = (TypeName.of(type(of: value)), TypeName.bare(adapter.required.type))
    return here(
      .destinationMismatch,
      "\(type) does not conform to \(required), and the adapter of \(adapter.required) (\(adapter.location)) has no closure",
      remedy: "conform \(type) to \(required)\ngive the adapter a closure")
  }

  static func notProvided(_ token: TokenDescription, by route: CompiledRoute) -> RouteError {
    if let token = route.declaration.unimplementedToken { return unimplemented(token, in: nil) }
    return here(
      .destinationMismatch,
      "\(Step(route)), whose configuration was requested, does not provide \(token)",
      remedy:
        "add \(token.expression) to that route\nrequest one of its tokens: \(list(route.declaration.bindings.filter { !$0.role.isModule }.map(\.token)))"
    )
  }

  package static func notAService(_ route: CompiledRoute) -> RouteError {
    here(
      .notAService, "\(Step(route)) is a view, and views are made on the main actor",
      remedy: "call makeDestination instead, from the main actor")
  }

  static func madeDuringCheck(_ route: CompiledRoute) -> RouteError {
    here(
      .madeDuringCheck,
      "\(Step(route)) was requested in a module's check(_:), which must not make destinations",
      remedy: "use routers, routes, and the graph in check(_:), and make destinations in a test")
  }

  private static func list(_ tokens: [TokenDescription]) -> String {
    tokens.isEmpty ? "nothing" : tokens.map(\.description).joined(separator: ", ")
  }
}
