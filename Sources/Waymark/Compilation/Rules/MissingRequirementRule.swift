/// Reports dependencies that nothing provides.
///
/// Dependencies are parameters of a route's initializer, `@Routed` properties of its destination, and the
/// tokens of `Requires`.
///
/// In an early registry, dependencies that are resolved later may still be missing.
enum MissingRequirementRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    let found =
      program.traits.contains(.dependencies)
      ? program.network.nodes.prefix(program.routes.count).flatMap { node in
        missing(node, program).map { Finding(node.ordinal ?? -1, $0) }
      }
      : []
    // Dependencies that may be missing in an early registry are checked when it's completed, except those of routes
    // that were replaced since.
    guard let base = program.base, base.stage == .early, program.stage == .complete else { return found }
    return base.layer.routes.filter(base.isInForce).flatMap { route in
      missing(RouteNetwork.Node(route.declaration), program).map { Finding(-1, $0) }
    } + found
  }

  private static func missing(_ node: RouteNetwork.Node, _ program: Program) -> [Diagnostic] {
    node.dependencies.compactMap { dependency in
      guard !dependency.isOptional, let token = dependency.candidates.first,
        !(program.stage == .early && dependency.strength == .lazy),
        !dependency.candidates.contains(where: { program.provides($0.key) })
      else { return nil }
      return .missingRequirement(token, dependency, node.declaration, near: program.provisions(near: token))
    }
  }
}
