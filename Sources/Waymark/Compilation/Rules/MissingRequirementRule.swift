/// Reports dependencies that nothing provides.
///
/// Dependencies are parameters of a route's initializer, `@Routed` properties of its destination, and the
/// tokens of `Requires`.
///
/// In an early registry, dependencies that are resolved later may still be missing.
enum MissingRequirementRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    var found: [Finding] = []
    if program.traits.contains(.dependencies) {
      // What an isolated module needs is provided by others.
      let nodes = program.isIsolated ? [] : program.network.nodes.filter { $0.ordinal != nil }
      for node in nodes where !node.dependencies.isEmpty {
        for diagnostic in missing(node, program) { found.append(Finding(node.ordinal ?? -1, diagnostic)) }
      }
    }
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
        !dependency.candidates.contains(where: { program.provides($0.key) }),
        dependency.collection == nil || dependency.isOfStandardType
      else { return nil }
      return .missingRequirement(
        token, dependency, node.declaration, near: program.provisions(near: token),
        elsewhere: program.elsewhere[token.key])
    }
  }
}

extension Dependency {
  /// Whether it's an array or a dictionary of one of Swift's own types, which is rarely meant to be a collection.
  fileprivate var isOfStandardType: Bool {
    guard strength == .eager, let element = candidates.first(where: \.role.isCollection)?.type else {
      return false
    }
    return QualifiedName.of(element).hasPrefix("Swift.")
  }
}

extension Diagnostic {
  fileprivate static func missingRequirement(
    _ token: TokenDescription, _ dependency: Dependency, _ declaration: RouteDeclaration, near: Program.Near,
    elsewhere: Program.Elsewhere?
  ) -> Diagnostic {
    let message: String
    let remedy: String
    switch dependency.origin {
    case .parameter(let index):
      let what = dependency.strength == .eager ? TypeName.of(token.type) : "a router to \(token)"
      message = "parameter \(index + 1) of \(route(declaration)) needs \(what), and nothing provides it"
      remedy =
        QualifiedName.of(token.type).hasPrefix("Swift.") && near.roles.isEmpty
        ? "parameters are resolved by type, and \(TypeName.withArticle(token.type)) rarely identifies one dependency: "
          + "pass it in make: { … }, or take it from a configuration"
        : "\(missing(token, near.roles)), or make the parameter optional"
    case .property(let name):
      message =
        "the @Routed property \(name) of \(route(declaration)) needs \(token), and nothing provides it"
      remedy = "\(missing(token, near.roles)), or make the property optional"
    case .requirement:
      let verb = token.role.isCollection ? "contributes to it" : "provides it"
      message = "\(route(declaration)) needs \(token), and nothing \(verb)"
      remedy = missing(token, near.roles)
    }
    var related = suggestions(near.roles)
    if let fitting = near.fitting {
      let name = TypeName.of(fitting.destination)
      related.append(Related(location: fitting.location, message: "\(name) could be provided as \(token)"))
    }
    if let elsewhere {
      let message = "\(token) is provided here, only in the profile \"\(elsewhere.profile)\""
      related.append(Related(location: elsewhere.location, message: message))
    }
    return Diagnostic(
      .missingRequirement, at: declaration.location, message,
      detail: dependency.strength == .declared ? "Requires(\(token)())" : nil, related: related,
      remedy: remedy + didYouMean(near.similar))
  }
}
