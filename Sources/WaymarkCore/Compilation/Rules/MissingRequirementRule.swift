/// Reports dependencies that nothing provides: parameters, `@Routed` properties, and tokens of `Requires`.
///
/// An early registry can lack dependencies that Waymark resolves later.
enum MissingRequirementRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    var needs: [Need] = []
    // When an early registry is completed, check the dependencies of its routes that haven't been replaced.
    if let base = program.base, base.stage == .early, program.stage == .complete {
      for route in base.layer.routes where base.layer.isInForce(route) {
        needs += missing(RouteNetwork.Node(route.declaration), program)
      }
    }
    // Other modules provide an isolated module's dependencies.
    if program.traits.contains(.dependencies), !program.isIsolated {
      for node in program.network.nodes where node.ordinal != nil && !node.dependencies.isEmpty {
        needs += missing(node, program)
      }
    }
    return grouped(needs).map { group in
      let near = program.suggestions(near: group[0].token)
      let diagnostic: Diagnostic =
        group.count == 1
        ? .missingRequirement(group[0], near: near, elsewhere: program.elsewhere[group[0].token.key])
        : .missingRequirements(group, near: near, elsewhere: program.elsewhere[group[0].token.key])
      return Finding(group[0].ordinal, diagnostic)
    }
  }

  private static func missing(_ node: RouteNetwork.Node, _ program: Program) -> [Need] {
    node.dependencies.compactMap { dependency in
      guard !dependency.isOptional, let token = dependency.candidates.first,
        !(program.stage == .early && dependency.strength == .lazy),
        !dependency.candidates.contains(where: { program.provides($0) }),
        program.ambiguity(of: dependency) == nil,
        dependency.collection == nil || dependency.isOfStandardType
      else { return nil }
      return Need(
        ordinal: node.ordinal ?? -1, declaration: node.declaration, dependency: dependency, token: token)
    }
  }

  /// Returns the missing dependencies grouped by token, because often a whole module is missing.
  ///
  /// Two numbers or strings are rarely the same dependency, so each of them is a group of its own.
  private static func grouped(_ needs: [Need]) -> [[Need]] {
    var groups: [[Need]] = []
    var places: [TokenKey: Int] = [:]
    for need in needs {
      if let place = places[need.token.key] {
        groups[place].append(need)
      } else {
        if !need.isOfStandardType { places[need.token.key] = groups.count }
        groups.append([need])
      }
    }
    return groups
  }
}

private struct Need {
  /// The position of the declaration with the dependency, or -1 for the base.
  let ordinal: Int
  let declaration: RouteDeclaration
  let dependency: Dependency
  let token: TokenDescription

  var isOfStandardType: Bool { QualifiedName.of(token.type).hasPrefix("Swift.") }
}

extension Dependency {
  /// Whether it's an array or a dictionary of one of Swift's own types, which is rarely a collection.
  fileprivate var isOfStandardType: Bool {
    guard strength == .eager, let element = candidates.first(where: \.role.isCollection)?.type else {
      return false
    }
    return QualifiedName.of(element).hasPrefix("Swift.")
  }
}

extension Diagnostic {
  fileprivate static func missingRequirement(
    _ need: Need, near: Program.Near, elsewhere: Program.Elsewhere?
  ) -> Diagnostic {
    let (declaration, dependency, token) = (need.declaration, need.dependency, need.token)
    let message: String
    let remedy: String
    switch dependency.origin {
    case .parameter(let index):
      let what = dependency.strength == .eager ? TypeName.of(token.type) : "a router to \(token)"
      message = "parameter \(index + 1) of \(route(declaration)) needs \(what), and nothing provides it"
      remedy =
        need.isOfStandardType && near.roles.isEmpty
        ? "parameters are resolved by type, and \(TypeName.withArticle(token.type)) rarely identifies one dependency: "
          + "capture it in a closure with the dependencies as parameters, such as "
          + "Route({ [key] (clock: any Clock) in Client(key: key, clock: clock) })\n"
          + "give it a name\ntake it from a configuration"
        : "\(missing(token, near.roles, in: near.modules))\nmake the parameter optional"
    case .property(let name):
      message =
        "the @Routed property \(name) of \(route(declaration)) needs \(token), and nothing provides it"
      remedy = "\(missing(token, near.roles, in: near.modules))\nmake the property optional"
    case .requirement:
      let verb = token.role.isCollection ? "contributes to it" : "provides it"
      message = "\(route(declaration)) needs \(token), and nothing \(verb)"
      remedy = missing(token, near.roles, in: near.modules)
    }
    return Diagnostic(
      .missingRequirement, at: declaration.location, message,
      detail: dependency.strength == .declared ? "Requires(\(token.argument))" : nil,
      related: related(token, near, elsewhere), remedy: remedy + didYouMean(near.similar))
  }

  /// Returns the diagnostic about several dependencies on one token, at the first.
  fileprivate static func missingRequirements(
    _ needs: [Need], near: Program.Near, elsewhere: Program.Elsewhere?
  ) -> Diagnostic {
    let token = needs[0].token
    let places = needs.map { need in
      let (name, location) = (route(need.declaration), need.declaration.location)
      return switch need.dependency.origin {
      case .parameter(let index):
        Related(location: location, message: "parameter \(index + 1) of \(name) needs it")
      case .property(let property):
        Related(location: location, message: "the @Routed property \(property) of \(name) needs it")
      case .requirement: Related(location: location, message: "\(name) requires it")
      }
    }
    let verb = token.role.isCollection ? "contributes to it" : "provides it"
    return Diagnostic(
      .missingRequirement, at: needs[0].declaration.location,
      "\(needs.count) dependencies need \(token), and nothing \(verb)",
      related: places + related(token, near, elsewhere),
      remedy: missing(token, near.roles, in: near.modules) + didYouMean(near.similar))
  }

  private static func related(
    _ token: TokenDescription, _ near: Program.Near, _ elsewhere: Program.Elsewhere?
  ) -> [Related] {
    var related = suggestions(near.roles)
    if let fitting = near.fitting {
      let name = TypeName.of(fitting.destination)
      related.append(Related(location: fitting.location, message: "\(name) could be provided as \(token)"))
    }
    if let elsewhere {
      let names = elsewhere.profiles.map { "\"\($0)\"" }.joined(separator: ", ")
      let noun = elsewhere.profiles.count == 1 ? "profile" : "profiles"
      let message = "\(token) is provided here, only in the \(noun) \(names)"
      related.append(Related(location: elsewhere.location, message: message))
    }
    return related
  }
}
