/// Reports requests by a type that several names have.
///
/// A `@Routed` property's record has its type but not its name, so the rule treats the property as needing all names.
enum AmbiguousNameRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.image.hasNames else { return [] }
    return dependencies(linked) + overrides(linked) + adapters(linked) + inBase(linked)
  }

  private static func dependencies(_ linked: Linked) -> [Finding] {
    guard linked.traits.contains(.dependencies) else { return [] }
    return linked.network.nodes.flatMap { node -> [Finding] in
      guard let ordinal = node.ordinal else { return [] }
      return node.dependencies.compactMap { dependency in
        guard !dependency.isProperty, let names = linked.image.answer(dependency).ambiguity else {
          return nil
        }
        return Finding(ordinal, .ambiguousName(node.declaration, dependency, names, linked))
      }
    }
  }

  /// Checks tokens that an override replaces by type.
  private static func overrides(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base else { return [] }
    func finding(_ declared: some Ordered, _ token: TokenDescription) -> Finding? {
      guard !token.isNamed else { return nil }
      let need = "\(token) is overridden, but the base registry provides"
      return self.finding(declared, need, token, in: base, linked) { ", such as \($0.expression)" }
    }
    return linked.provided.compactMap { finding($0, $0.token) }
      + linked.replacements.compactMap { finding($0.declared, $0.declared.declaration.token) }
  }

  /// Checks tokens that adapters and decorators request by type.
  private static func adapters(_ linked: Linked) -> [Finding] {
    let adapters = linked.adapters.compactMap { adapter in
      finding(
        adapter, "\(adapter.declaration.text) adapts", adapter.declaration.provided, in: linked.image, linked
      ) { ": for: \($0.argument)" }
    }
    let decorators = linked.decorators.compactMap { decorator in
      let declaration = decorator.declaration
      let verb = declaration.overridden == nil ? "decorates" : "overrides"
      return finding(
        decorator, "\(declaration.text(declaration.token.expression)) \(verb)", declaration.token,
        in: linked.image, linked
      ) { ": \(declaration.text($0.argument)) { … }" }
    }
    return adapters + decorators
  }

  /// Returns the finding about a declaration of a token that can mean several names in an image, or nil.
  private static func finding(
    _ declared: some Ordered, _ need: String, _ token: TokenDescription, in image: RegistryImage,
    _ linked: Linked, remedy: (TokenDescription) -> String
  ) -> Finding? {
    guard let names = image.severalNames(of: token) else { return nil }
    let remedy = "write the name of the one that is meant\(remedy(names[0]))"
    return Finding(declared.ordinal, .ambiguousName(need, declared, names, linked, remedy: remedy))
  }

  /// Checks whether a new name, or the change of one of a route's names, makes requests of the base's routes ambiguous.
  private static func inBase(_ linked: Linked) -> [Finding] {
    guard let base = linked.base else { return [] }
    let provided = linked.changes.map { ($0.token, $0.ordinal) }
    let decorated = linked.decorators.map { ($0.declaration.token, $0.ordinal) }
    let collected = linked.collections.compactMap { plan in
      base.collection(withToken: plan.token) == nil
        ? plan.firstDeclared.map { (plan.token, $0.ordinal) } : nil
    }
    let changed = (provided + decorated + collected).filter { token, _ in
      token.isNamed && linked.image.answer(token.unnamed).ambiguity != nil
        && base.answer(token.unnamed).ambiguity == nil
    }
    guard !changed.isEmpty else { return [] }
    return linked.nodesOfBase.flatMap { node in
      node.dependencies.compactMap { dependency -> Finding? in
        guard !dependency.isProperty, let names = linked.image.answer(dependency).ambiguity,
          let (_, ordinal) = changed.first(where: { names.contains($0.0) }),
          // The base of an extension resolves the needs of an instance that it keeps.
          linked.mode == .overriding || !node.declaration.isKeptByRoot
        else { return nil }
        return Finding(
          ordinal,
          .ambiguousName(
            node.declaration, dependency, names, linked,
            changed: changed.map(\.0).filter(names.contains)))
      }
    }
  }
}

extension Linked {
  /// The tokens that the declarations provide or contribute to, each at its first declaration.
  var provided: [Change] {
    changes
      + collections.compactMap { plan in
        plan.firstDeclared.map { Change(token: plan.token, source: .route($0)) }
      }
  }
}

extension Diagnostic {
  /// Creates the diagnostic for a dependency of a route.
  ///
  /// - Parameter changed: For a route of the base, the names that the extension or the override adds or changes.
  fileprivate static func ambiguousName(
    _ declaration: RouteDeclaration, _ dependency: Dependency, _ names: [TokenDescription],
    _ linked: Linked, changed: [TokenDescription] = []
  ) -> Diagnostic {
    let subject =
      dependency.label.map { "\($0) of \(declaration.text) needs" } ?? "\(declaration.text) requires"
    // A route of the base can only name a token of the base.
    let known = changed.isEmpty ? names : names.filter { linked.base?.answer($0).isAny ?? true }
    let example = (known.first ?? names[0]).argument
    let remedy =
      if dependency.label == nil {
        "write the name of the one that is meant: Requires(\(example))"
      } else if let token = declaration.decorated {
        "\(decoratorClosure(token)), and request \(example) of routes\nprovide one of them without a name"
      } else {
        takesRemedy(declaration, dependency, known.isEmpty ? names : known)
      }
    let detail: String? =
      if !known.isEmpty, let first = changed.first {
        "the \(linked.mode == .overriding ? "override" : "extension") \(known.contains(first) ? "changes" : "adds") "
          + changed.map(\.description).joined(separator: " and ")
      } else if dependency.label != nil, declaration.decorated == nil, !declaration.taken.isEmpty {
        "\(takes(declaration.taken)) has no name for it"
      } else {
        nil
      }
    return ambiguousName(
      "\(subject) \(TypeName.of(names[0].type)), which is provided as", declaration, names, linked,
      detail: detail, remedy: remedy)
  }

  /// Returns the remedy for a parameter, which keeps the tokens of `Takes` that supply others.
  ///
  /// It shows one name for the only parameter of the type without a token, or all names for several.
  private static func takesRemedy(
    _ declaration: RouteDeclaration, _ dependency: Dependency, _ names: [TokenDescription]
  ) -> String {
    let supplied = declaration.parameters.compactMap(\.token)
    let used = declaration.taken.filter(supplied.contains)
    let unused = names.filter { !used.contains($0) }
    let left = unused.isEmpty ? names : unused
    let isOnly =
      declaration.parameters.enumerated().count { index, parameter in
        parameter.token == nil
          && parameter.dependency(index, in: declaration.kind)?.candidates == dependency.candidates
      } < 2
    let entries = (isOnly ? left.map { [$0] } : [left]).map { takes(used + $0) }.joined(separator: " or ")
    let rest = isOnly ? "" : ", with a name for each parameter of this type, in their order"
    guard !declaration.taken.isEmpty else { return "add \(entries) to the route\(rest)" }
    return "write \(entries) in place of \(takes(declaration.taken))\(rest)"
  }

  fileprivate static func ambiguousName(
    _ need: String, _ declaration: some Located, _ names: [TokenDescription], _ linked: Linked,
    detail: String? = nil, remedy: String
  ) -> Diagnostic {
    declaration.problem(
      .ambiguousName, "\(need) \(names.map(\.description).joined(separator: " and "))",
      detail: detail,
      related: names.compactMap { name in
        linked.image.location(of: name).map { Related(location: $0, message: "\(name) is provided here") }
      },
      remedy: remedy)
  }
}
