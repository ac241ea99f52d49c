/// Reports requests for a route without a default configuration that can't pass one.
///
/// - A route that nothing can request with a configuration, because it provides none.
/// - An identifier or a contribution of the route.
/// - A dependency of another route on the route's destination.
enum RequiredConfigurationRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    entries(linked) + dependencies(linked)
  }

  private static func entries(_ linked: Linked) -> [Finding] {
    linked.findings { declaration in
      guard declaration.needsConfiguration else { return [] }
      let identifiers = declaration.identifiers.map { "Identifier(\"\($0)\")" }
      let contributions = declaration.contributions.map { "Contributes(to: \($0.token.argument))" }
      let found = (identifiers + contributions).map {
        Diagnostic.requestWithoutConfiguration($0, declaration)
      }
      guard !declaration.bindings.contains(where: \.role.isModule) else { return found }
      let entry = declaration.kind == .view ? "ViewModule" : "ServiceModule"
      let unreachable = declaration.problem(
        .requiredConfiguration,
        "\(declaration.text) needs \(declaration.configurationName) from its caller, but doesn't provide it",
        remedy: "add \(entry)<\(declaration.configurationName)>()\n\(declaration.defaultRemedy)")
      return found + [unreachable]
    }
  }

  private static func dependencies(_ linked: Linked) -> [Finding] {
    // A new route can be a dependency of the base's routes, and an adapter can lead them to another route.
    let adapter = linked.mode != .new ? linked.adapters.first?.ordinal : nil
    let isChanged =
      linked.routes.contains(where: \.declaration.needsConfiguration)
      || adapter != nil && linked.network.nodes.contains(where: \.declaration.needsConfiguration)
    let isWhole = isChanged && linked.base != nil
    guard isWhole || linked.traits.contains(.dependencies) else { return [] }
    let network = isWhole ? linked.wholeNetwork : linked.network
    guard network.hasEdges else { return [] }
    return network.nodes.indices.flatMap { index -> [Finding] in
      let node = network.nodes[index]
      return network.edges[index].compactMap { edge in
        guard let target = network.configuredRoute(behind: edge, of: index),
          // The base has reported what it contains.
          let ordinal = node.ordinal ?? target.ordinal ?? adapter,
          edge.dependency.candidates.first(where: { linked.image.answer($0).isProvided })?.role.isModule
            == false
        else { return nil }
        return Finding(ordinal, diagnostic(edge.dependency, node.declaration, target.declaration))
      }
    }
  }

  private static func diagnostic(
    _ dependency: Dependency, _ declaration: RouteDeclaration, _ target: RouteDeclaration
  ) -> Diagnostic {
    let module = target.bindings.first(where: \.role.isModule)?.token
    let router = target.kind == .view ? "ModuleViewRouter" : "ModuleServiceRouter"
    let type = module.map { TypeName.bare($0.type) } ?? target.configurationName
    return declaration.problem(
      .requiredConfiguration,
      "\(dependency.label ?? "Requires") of \(declaration.text) needs "
        + "\(target.subject), which needs \(target.configurationName) from its caller",
      related: [target.related("\(target.text) has no default configuration")],
      remedy:
        "depend on a \(router)<\(type)> instead, and pass the configuration when you request the instance\n"
        + target.defaultRemedy)
  }
}

extension RouteDeclaration {
  /// Whether each request for the destination needs a configuration from its caller.
  package var needsConfiguration: Bool { configuration.map { $0.make == nil } ?? false }

  fileprivate var configurationName: String { configuration.map { TypeName.of($0.type) } ?? "" }
  fileprivate var defaultRemedy: String {
    "declare a default, with configuration: { \(configurationName)(…) }"
  }
}

extension Network {
  /// Returns the route behind an edge, past its decorators, if it has no default configuration.
  ///
  /// A decorator's own edge to the decorated route requests nothing: it's part of the route's creation.
  fileprivate func configuredRoute(behind edge: Edge, of index: Int) -> Node? {
    guard !isDecorated(edge, of: index) else { return nil }
    var target = edge.target
    // Declarations with errors can have decorators in a cycle.
    var seen: Set<Int> = []
    while nodes[target].isDecorator {
      guard seen.insert(target).inserted,
        let inner = edges[target].first(where: { isDecorated($0, of: target) })
      else { return nil }
      target = inner.target
    }
    return nodes[target].declaration.needsConfiguration ? nodes[target] : nil
  }
}

extension Diagnostic {
  /// Returns the problem of an entry by which callers request the route without passing a configuration.
  package static func requestWithoutConfiguration(_ entry: String, _ declaration: RouteDeclaration)
    -> Diagnostic
  {
    let configuration = declaration.configurationName
    return declaration.problem(
      .requiredConfiguration,
      "\(declaration.text) needs \(configuration) from its caller, and a request by \(entry) has none",
      remedy: "remove \(entry)\n\(declaration.defaultRemedy)")
  }
}
