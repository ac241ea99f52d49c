/// Reports dependencies that nothing provides: parameters, `@Routed` properties, and tokens of `Requires`.
///
/// An early registry can lack dependencies that Waymark resolves later.
enum MissingRequirementRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    var needs: [Need] = []
    var early: [Finding] = []
    // When an early registry is completed, check the dependencies of its routes that haven't been replaced.
    if let base = linked.base, base.stage == .early, linked.stage == .complete {
      for node in linked.wholeNetwork.nodes where node.ordinal == nil {
        let missing = missing(node, linked)
        if !node.isPartOfBase { needs += missing }
        if missing.isEmpty, let maker = node.maker { early += lacking(node, maker) }
      }
    }
    // Other modules provide an isolated module's dependencies.
    if linked.traits.contains(.dependencies), !linked.isIsolated {
      for node in linked.network.nodes where node.ordinal != nil && !node.dependencies.isEmpty {
        needs += missing(node, linked)
      }
    }
    if linked.mode == .overriding, !linked.isIsolated { early += emptied(linked) }
    let groups = grouped(needs).map { (needs: $0, modules: linked.image.modules(providing: $0[0].token)) }
    // The tokens that only one module of the program provides, which the registry probably forgot.
    let forgotten = Dictionary(grouping: groups.filter { $0.modules.count == 1 }) { $0.modules[0] }
      .filter { $0.value.count > 1 }
    var reported: Set<String> = []
    return early
      + groups.compactMap { needs, modules in
        let elsewhere = linked.elsewhere[needs[0].token]
        if let module = modules.first, modules.count == 1, let others = forgotten[module] {
          guard reported.insert(module).inserted else { return nil }
          let all = others.flatMap(\.needs)
          let problem = all[0].declaration.problem(
            .missingRequirement,
            "\(all.count) dependencies need \(others.count) tokens of \(module), "
              + "and the registry doesn't contain the module",
            related: all.map { $0.related("\($0.token)") },
            remedy: "add \(module), which provides them, to the registry\n"
              + "add the tokens to routes of other modules")
          return Finding(all[0].ordinal, problem)
        }
        // Search only for suggestions that the message contains.
        let near = Suggestions(near: needs[0].token, in: linked.image, modules: modules)
        return Finding(needs[0].ordinal, .missingRequirements(needs, near: near, elsewhere: elsewhere))
      }
  }

  /// Returns the findings about collections that the base requires, and that an override leaves empty.
  private static func emptied(_ linked: Linked) -> [Finding] {
    let empty = linked.collections.filter(\.elements.isEmpty).map(\.token)
    guard !empty.isEmpty else { return [] }
    let needs = linked.nodesOfBase.flatMap { missing($0, linked) }
    return linked.replacements.compactMap { replacement, _ in
      let token = replacement.declaration.token
      // Linking has put the only name in place of a type.
      let needs = needs.filter { empty.contains($0.token) && $0.token == token }
      guard let first = needs.first else { return nil }
      let entry = "Replaces(\(token.argument))"
      return replacement.finding(
        .missingRequirement,
        "\(entry) removes all contributions to \(token), and \(first.declaration.text) requires one",
        related: needs.map { $0.related("\(token)") },
        remedy: "contribute to \(token) in this block\nremove \(entry)")
    }
  }

  private static func missing(_ node: Network.Node, _ linked: Linked) -> [Need] {
    node.dependencies.compactMap { dependency in
      guard !dependency.isOptional, let token = dependency.candidates.first,
        !(linked.stage == .early && dependency.strength == .lazy),
        !linked.image.answer(dependency).isAny,
        dependency.collection == nil || dependency.isOfStandardType
      else { return nil }
      return Need(
        ordinal: node.ordinal ?? -1, declaration: node.declaration, dependency: dependency, token: token)
    }
  }

  /// Returns the findings about routers in an instance that an early registry creates without its extension.
  private static func lacking(_ node: Network.Node, _ maker: RegistryImage) -> [Finding] {
    node.dependencies.compactMap { dependency in
      guard case .parameter(let index) = dependency.origin, dependency.strength == .lazy,
        !dependency.isOptional, dependency.collection == nil, !maker.answer(dependency).isAny,
        let token = dependency.candidates.first
      else { return nil }
      let problem = node.declaration.problem(
        .missingRequirement,
        "parameter \(index + 1) of \(node.declaration.text) needs \(token), and only the extension provides it",
        detail: node.isPartOfBase
          ? "the early registry makes the instance, for one that it keeps, without the extension"
          : "the early registry keeps the instance, and makes it without the extension",
        remedy: "add \(token.expression) to a route of the early registry\n"
          + "use a @Routed property instead of the parameter")
      return Finding(-1, problem)
    }
  }

  /// Returns the missing dependencies grouped by token, because often a whole module is missing.
  ///
  /// Two numbers or strings are rarely the same dependency, so each of them is a group of its own.
  private static func grouped(_ needs: [Need]) -> [[Need]] {
    var groups: [[Need]] = []
    var places: [TokenDescription: Int] = [:]
    for need in needs {
      if let place = places[need.token] {
        groups[place].append(need)
      } else {
        if !need.isOfStandardType { places[need.token] = groups.count }
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

  var isOfStandardType: Bool { StandardType.contains(token.type) }

  /// The token of the other kind that can also provide the parameter of a view's initializer, if any.
  var alternative: TokenDescription? {
    dependency.strength == .eager ? dependency.candidates.dropFirst().first { !$0.role.isCollection } : nil
  }

  /// The part of the declaration that has the dependency.
  var subject: String {
    switch dependency.origin {
    case .parameter(let index): "parameter \(index + 1) of \(declaration.text)"
    case .property(let property): "the @Routed property \(property) of \(declaration.text)"
    case .requirement: declaration.text
    }
  }

  /// The message about the need as a part of a diagnostic about several.
  func related(_ needed: String) -> Diagnostic.Related {
    declaration.related("\(subject) \(dependency.strength == .declared ? "requires" : "needs") \(needed)")
  }
}

extension Dependency {
  /// Returns whether a token is a name of this type.
  fileprivate func isNamed(_ token: TokenDescription) -> Bool {
    token.isNamed && candidates.contains { $0.type == token.type && $0.role == token.role }
  }

  /// Whether it's an array or a dictionary of one of Swift's own types, which is a collection only with a name.
  fileprivate var isOfStandardType: Bool {
    guard strength == .eager, let collectionToken, collectionToken.role.isCollection, !collectionToken.isNamed
    else { return false }
    return StandardType.contains(collectionToken.type)
  }
}

extension Diagnostic {
  private static func missingRequirement(
    _ need: Need, near: Suggestions, elsewhere: Linked.Elsewhere?
  ) -> Diagnostic {
    let (dependency, token) = (need.dependency, need.token)
    var needed = "\(token), and nothing \(provides(token))"
    let remedy: String
    switch dependency.origin {
    case .parameter:
      let what = dependency.strength == .eager ? TypeName.of(token.type) : "a router to \(token)"
      let names = dependency.refusesNames ? near.roles.map(\.token).filter(dependency.isNamed) : []
      needed = "\(what), and nothing \(names.isEmpty ? "" : "without a name ")provides it"
      remedy = parameterRemedy(need, names, near)
    case .property: remedy = missing(token, near) + "\nmake the property optional"
    case .requirement: remedy = missing(token, near)
    }
    return need.declaration.problem(
      .missingRequirement, "\(need.subject) needs \(needed)",
      detail: dependency.strength == .declared ? "Requires(\(token.argument))" : nil,
      related: related(token, near, elsewhere, isStandard: dependency.refusesNames), remedy: remedy)
  }

  /// Returns the remedy for a missing parameter.
  ///
  /// - Parameter names: The names of the parameter's type, if only `Takes` supplies a named one.
  private static func parameterRemedy(
    _ need: Need, _ names: [TokenDescription], _ near: Suggestions
  ) -> String {
    if !names.isEmpty {
      let entries = names.map { takes([$0]) }.joined(separator: " or ")
      return "name the one that is meant, with \(entries)"
    }
    guard need.isOfStandardType, near.roles.isEmpty else {
      return missing(need.token, or: need.alternative, near, of: need.declaration)
        + "\nmake the parameter optional"
    }
    return
      "parameters are resolved by type, and \(TypeName.withArticle(need.token.type)) rarely identifies one dependency: "
      + "capture it in a closure with the dependencies as parameters, such as "
      + "Route({ [key] (clock: any Clock) in Client(key: key, clock: clock) })\n"
      + "leave it out in such a closure, to use the default value of the parameter\n"
      + "give it a name, and write the name in Takes\ntake it from a configuration"
  }

  /// Returns the diagnostic about one or several dependencies on one token, at the first.
  fileprivate static func missingRequirements(
    _ needs: [Need], near: Suggestions, elsewhere: Linked.Elsewhere?
  ) -> Diagnostic {
    guard needs.count > 1 else { return missingRequirement(needs[0], near: near, elsewhere: elsewhere) }
    let token = needs[0].token
    let alternative = needs.allSatisfy { $0.alternative != nil } ? needs[0].alternative : nil
    return needs[0].declaration.problem(
      .missingRequirement,
      "\(needs.count) dependencies need \(token), and nothing \(provides(token))",
      related: needs.map { $0.related("it") } + related(token, near, elsewhere),
      remedy: missing(token, or: alternative, near))
  }

  private static func related(
    _ token: TokenDescription, _ near: Suggestions, _ elsewhere: Linked.Elsewhere?, isStandard: Bool = false
  ) -> [Related] {
    var related = suggestions(near.roles)
    if let fitting = near.fitting, !isStandard {
      related.append(
        fitting.related("\(TypeName.of(fitting.destination)) could be provided as \(token)"))
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
