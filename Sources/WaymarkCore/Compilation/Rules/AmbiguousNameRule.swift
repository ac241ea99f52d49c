/// Reports requests by a type that several names have.
///
/// A `@Routed` property's record has its type but not its name, so the rule treats the property as needing all names.
enum AmbiguousNameRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.hasNames else { return [] }
    return dependencies(program) + overrides(program) + adapters(program) + inBase(program)
  }

  private static func dependencies(_ program: Program) -> [Finding] {
    guard program.traits.contains(.dependencies) else { return [] }
    return program.network.nodes.flatMap { node -> [Finding] in
      guard let ordinal = node.ordinal else { return [] }
      return node.dependencies.compactMap { dependency in
        guard !dependency.isProperty, let names = program.ambiguity(of: dependency) else { return nil }
        return Finding(ordinal, .ambiguousName(node.declaration, dependency, names, program))
      }
    }
  }

  /// Checks tokens that an override replaces by type.
  private static func overrides(_ program: Program) -> [Finding] {
    guard program.mode == .overriding, let base = program.base else { return [] }
    let provided = program.provisions.first.filter {
      base.layer.alternatives(for: $0.token.key) != nil
    }.map { (token: $0.token, ordinal: $0.ordinal, location: $0.location) }
    let collected = program.collections.compactMap { plan -> (TokenDescription, Int, DeclarationLocation)? in
      guard let element = plan.elements.first(where: { $0.ordinal != nil }), let ordinal = element.ordinal
      else {
        return nil
      }
      return (plan.token, ordinal, element.route.location)
    }
    let replaced = program.replacements.map {
      (token: $0.declaration.token, ordinal: $0.ordinal, location: $0.declaration.location)
    }
    let overridden = provided + (collected + replaced).filter { base.hasSeveralCollections(like: $0.token) }
    return overridden.filter { !$0.token.isNamed }.map { token, ordinal, location in
      let names = program.names(of: token)
      return Finding(
        ordinal,
        .ambiguousName(
          "\(token) is overridden, but the base registry provides", location, names, program,
          remedy: "write the name of the one that is meant, such as \(names[0].expression)"))
    }
  }

  /// Checks tokens that adapters and decorators request by type.
  private static func adapters(_ program: Program) -> [Finding] {
    let adapters = program.adapters.compactMap { adapter -> Finding? in
      let token = adapter.declaration.provided
      guard let names = program.ambiguity(of: token) else { return nil }
      return Finding(
        adapter.ordinal,
        .ambiguousName(
          "\(Diagnostic.adapter(adapter.declaration)) adapts", adapter.declaration.location, names, program,
          remedy: "write the name of the one that is meant: for: \(names[0].argument)"))
    }
    let decorators = program.decorators.compactMap { decorator -> Finding? in
      let declaration = decorator.declaration
      let token = declaration.token
      guard let names = program.ambiguity(of: token) else { return nil }
      return Finding(
        decorator.ordinal,
        .ambiguousName(
          "\(declaration.text(token.expression)) \(declaration.overridden == nil ? "decorates" : "overrides")",
          declaration.location, names, program,
          remedy:
            "write the name of the one that is meant: \(declaration.text(names[0].argument)) { … }"))
    }
    return adapters + decorators
  }

  /// Checks whether a new name makes requests of the base's routes ambiguous.
  private static func inBase(_ program: Program) -> [Finding] {
    guard program.mode == .extending, let base = program.base else { return [] }
    let provided = program.provisions.first.map { ($0.token, $0.ordinal) }
    let collected = program.collections.compactMap { plan in
      base.layer.collection(for: plan.token.key) == nil ? plan.ordinals.first.map { (plan.token, $0) } : nil
    }
    let added = (provided + collected).filter { token, _ in
      token.isNamed && program.ambiguity(of: token.unnamed) != nil
    }
    guard !added.isEmpty else { return [] }
    return program.nodesOfBase.flatMap { node in
      node.dependencies.compactMap { dependency -> Finding? in
        guard !dependency.isProperty, let names = program.ambiguity(of: dependency),
          let (_, ordinal) = added.first(where: { names.contains($0.0) })
        else { return nil }
        // The base resolves a kept instance as before, unless it's an early base that lacks the dependency.
        let isProvided = dependency.candidates.contains { base.layer.provider(for: $0.key) != nil }
        guard !node.declaration.isKeptByRoot || !isProvided else { return nil }
        return Finding(
          ordinal,
          .ambiguousName(
            node.declaration, dependency, names, program,
            addedToBase: added.map(\.0).filter(names.contains)))
      }
    }
  }
}

extension Snapshot {
  /// Whether an unnamed token of a collection refers to several named ones.
  func hasSeveralCollections(like token: TokenDescription) -> Bool {
    token.role.isCollection && !token.isNamed && layer.collection(for: token.key) == nil
      && layer.alternatives(for: token.array.key) != nil
  }
}

extension Dependency {
  var isProperty: Bool { if case .property = origin { true } else { false } }
}

extension Diagnostic {
  /// Creates the diagnostic for a dependency of a route.
  ///
  /// - Parameter added: For a route of an extension's base, the names that the extension adds.
  fileprivate static func ambiguousName(
    _ declaration: RouteDeclaration, _ dependency: Dependency, _ names: [TokenDescription],
    _ program: Program,
    addedToBase added: [TokenDescription] = []
  ) -> Diagnostic {
    let list =
      dependency.label.map { "\($0) of \(route(declaration)) needs" } ?? "\(route(declaration)) requires"
    // A route of the base can only name a token of the base.
    let known = names.filter { !added.contains($0) }
    let remedy =
      dependency.label == nil
      ? "write the name of the one that is meant: Requires(\((known.first ?? names[0]).argument))"
      : declaration.decorated == nil
        ? takes(declaration, known.isEmpty ? names : known)
        : "write Decorates(…) { … } with a closure\nprovide one of them without a name"
    let taken = tokens(declaration.taken)
    let detail: String? =
      if !known.isEmpty, !added.isEmpty {
        "the extension adds \(added.map(\.description).joined(separator: " and "))"
      } else if dependency.label != nil, declaration.decorated == nil, !declaration.taken.isEmpty {
        "Takes(\(taken)) has no name for it"
      } else {
        nil
      }
    return ambiguousName(
      "\(list) \(TypeName.of(names[0].type)), which is provided as", declaration.location, names, program,
      detail: detail, remedy: remedy)
  }

  /// Returns the remedy for a parameter, which keeps the tokens of `Takes` that supply others.
  private static func takes(_ declaration: RouteDeclaration, _ names: [TokenDescription]) -> String {
    let supplied = declaration.parameters.compactMap(\.token)
    let used = declaration.taken.filter(supplied.contains)
    let name = names.last { !used.contains($0) } ?? names[0]
    let entry = "Takes(\(tokens(used + [name])))"
    let rest =
      "with the name of the one that is meant, and a name for each further parameter of this type, in their order"
    guard !declaration.taken.isEmpty else { return "add \(entry) to the route, \(rest)" }
    return "write \(entry) in place of Takes(\(tokens(declaration.taken))), \(rest)"
  }

  private static func tokens(_ tokens: [TokenDescription]) -> String {
    tokens.map(\.argument).joined(separator: ", ")
  }

  fileprivate static func ambiguousName(
    _ need: String, _ location: DeclarationLocation, _ names: [TokenDescription], _ program: Program,
    detail: String? = nil, remedy: String
  ) -> Diagnostic {
    Diagnostic(
      .ambiguousName, at: location, "\(need) \(names.map(\.description).joined(separator: " and "))",
      detail: detail,
      related: names.compactMap { name in
        program.location(of: name).map { Related(location: $0, message: "\(name) is provided here") }
      },
      remedy: remedy)
  }
}
