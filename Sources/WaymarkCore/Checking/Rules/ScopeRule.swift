/// Reports routes that need a scope that no registry can have open.
///
/// - An instance outlives a scope that it needs, directly or through transient routes (`captive-scope`). The registry
///   that creates and keeps it never has the scope open.
/// - A route needs a scope and an outer one that can be missing (`captive-scope`).
/// - A route needs two scopes, neither of which is inside the other (`unrelated-scopes`), so no registry has both open.
/// - A kept instance takes the optional value of a scope that's never open where it's made (`captive-scope`, a warning).
enum ScopeRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.image.usesScopes else { return [] }
    let changesBase = linked.changesScopesOfBase
    guard linked.traits.contains(.dependencies) || changesBase && linked.changesNeeds else { return [] }
    var needs = ScopeNeeds(linked.network)
    if changesBase, linked.addsScopes(needs) { needs = ScopeNeeds(linked.wholeNetwork) }
    let network = needs.network
    let found = needs.groups.flatMap { group -> [Finding] in
      guard let node = group.first, !needs.all[node].isEmpty, !network.nodes[node].isPartOfBase else {
        return []
      }
      // A kept instance is never grouped with others.
      let found =
        network.nodes[node].declaration.lifetime == .transient
        ? unrelated(node, group, needs) : captives(node, network, needs)
      return found.map { Finding(network.nodes[node].ordinal ?? -1, $0) }
    }
    // The base has reported what it contains.
    let missing = network.nodes.flatMap { node -> [Finding] in
      guard let ordinal = node.ordinal else { return [] }
      return missingValues(of: node.declaration, linked.image).map { Finding(ordinal, $0) }
    }
    return found + missing
  }

  /// Returns the problems with optional values of scopes that no registry that makes the instance has.
  private static func missingValues(of captor: RouteDeclaration, _ image: RegistryImage) -> [Diagnostic] {
    guard captor.lifetime != .transient else { return [] }
    return captor.scopeValues.compactMap { value in
      let canBeOpen = captor.scope.map { ScopeChain.scope($0, canBeInside: value.scope) } ?? false
      guard value.isOptional, !canBeOpen, image.provider(of: value.scope, for: captor.kind) == nil else {
        return nil
      }
      return .scopeValueMissing(value.scope, of: captor)
    }
  }

  private static func captives(_ node: Int, _ network: Network, _ needs: ScopeNeeds) -> [Diagnostic] {
    let owner = network.nodes[node].declaration.scope
    return needs.all[node].sorted().compactMap { number in
      let scope = needs.scopes[number]
      if let owner, ScopeChain.scope(owner, isInside: scope) { return nil }
      let path = needs.path(from: node, to: number)
      guard let owner, !ScopeChain.scope(scope, canBeInside: owner) else {
        return .captiveScope(scope, path)
      }
      if ScopeChain.scope(owner, canBeInside: scope) { return .missingScope(scope, around: owner, path) }
      return .unrelatedScopes(owner, scope, path)
    }
  }

  /// Returns the problem of a group of transient routes, unless one of its dependencies has the same problem.
  private static func unrelated(_ node: Int, _ group: ArraySlice<Int>, _ needs: ScopeNeeds) -> [Diagnostic] {
    let all = needs.all[node].sorted()
    guard all.count > 1 else { return [] }
    let others = needs.needs(around: group)
    for (index, first) in all.enumerated() {
      for second in all[(index + 1)...] {
        let scopes = (needs.scopes[first], needs.scopes[second])
        guard !ScopeChain.scope(scopes.0, isInside: scopes.1),
          !ScopeChain.scope(scopes.1, isInside: scopes.0),
          !others.contains(where: { $0.contains(first) && $0.contains(second) })
        else { continue }
        for (scope, outer, number) in [(scopes.0, scopes.1, second), (scopes.1, scopes.0, first)]
        where ScopeChain.scope(scope, canBeInside: outer) {
          return [.missingScope(outer, around: scope, needs.path(from: node, to: number))]
        }
        return [
          .unrelatedScopes(
            scopes.0, scopes.1, needs.path(from: node, to: first), needs.path(from: node, to: second))
        ]
      }
    }
    return []
  }
}

extension Linked {
  /// Whether a declaration without dependencies can add to the needs of the base's routes.
  fileprivate var changesNeeds: Bool {
    changesAdapters || routes.contains { $0.declaration.scope != nil }
  }

  /// Whether adapters lead to other providers than before.
  private var changesAdapters: Bool { !adapters.isEmpty || steps.contains { !$0.inheritedAdapters.isEmpty } }

  /// Whether routes of the base can need scopes that they didn't need before.
  ///
  /// A test's override usually needs no more scopes than the routes that it replaces. Only these routes are examined,
  /// rather than the whole base.
  ///
  /// - Parameter needs: The needs of the declarations.
  fileprivate func addsScopes(_ needs: ScopeNeeds) -> Bool {
    guard mode == .overriding, let base, steps.count == 1, decorators.isEmpty,
      collections.isEmpty
    else { return true }
    // Decorators can be inside of an adapter.
    if base.hasDecorators, changesAdapters { return true }
    let replaced = changes.map { $0.replaced?.route }
    let old = ScopeNeeds(Network(base, of: replaced.compactMap(\.self)))
    return zip(changes, replaced).contains { change, replaced in
      guard let replaced, let new = image.provider(for: change.token)?.route else { return true }
      let passedOn = needs.passedOn(by: new)
      // An optional need of a scoped instance needs no scope.
      if new.scope == nil, replaced.scope != nil, !passedOn.isEmpty || base.isDecorated(change.token) {
        return true
      }
      return !passedOn.isSubset(of: old.passedOn(by: replaced))
    }
  }
}

extension Diagnostic {
  fileprivate static func captiveScope(_ scope: Any.Type, _ path: [ScopeNeeds.Step]) -> Diagnostic {
    let (captor, last) = (path[0].declaration, path[path.count - 1])
    let name = TypeName.of(scope)
    let what =
      last.needed == nil
      ? "\(last.declaration.entriesOwner.subject), which is Scoped(to: \(name).self)"
      : "the value of \(name)"
    return captor.problem(
      .captiveScope,
      "\(captor.subject) is \(captor.lifetimeText) and needs \(what): it is kept longer than the scope",
      detail: names(path), related: steps(path, to: scope),
      remedy: captorRemedy(captor, of: scope, request: request(path, scope)))
  }

  fileprivate static func scopeValueMissing(
    _ scope: any RouteScope.Type, of captor: RouteDeclaration
  ) -> Diagnostic {
    let (name, owner) = (TypeName.of(scope), captor.entriesOwner)
    // Only a kept instance starts and stops.
    let remove = owner.hasLifecycle ? "" : "remove \(captor.lifetimeText) from \(owner.text)\n"
    return captor.problem(
      .captiveScope, severity: .warning,
      "\(captor.subject) is \(captor.lifetimeText) and takes \(name)?, which is always nil: "
        + "no registry that makes it has the scope open",
      remedy: remove + captorRemedy(captor, of: scope, request: "Registry.current.scope(\(name).self)"))
  }

  /// Returns the remedy for an instance that's kept longer than a scope that it needs.
  ///
  /// - Parameter request: The request for what it needs of the scope.
  static func captorRemedy(_ captor: RouteDeclaration, of scope: Any.Type, request: String) -> String {
    let isReplaced = captor.lifetime == .singleton || captor.scope != nil
    let place = isReplaced ? " in place of \(captor.lifetimeText)" : ""
    return
      "add Scoped(to: \(TypeName.of(scope)).self) to \(captor.entriesOwner.text)\(place)\n"
      + "let its callers pass the values of the scope\n"
      + "request \(request) where it is used, while \(TypeName.withArticle(scope)) is open"
  }

  /// Returns the request for the instance, the collection, or the value of a scope at the end of a path.
  private static func request(_ path: [ScopeNeeds.Step], _ scope: Any.Type) -> String {
    let last = path[path.count - 1]
    if last.needed == nil {
      let declaration = last.declaration
      if let needed = path.dropLast().last?.collection {
        // A need by the type of the elements can lead to a collection with a name.
        let collection = declaration.contributions.first { $0.token.unnamed == needed }?.token ?? needed
        return "Registry.current.makeDestinations(of: \(collection.argument))"
      }
      if let token = declaration.decorated ?? declaration.tokens.first(where: { !$0.role.isModule }) {
        return "Registry.current(\(token.argument))"
      }
    }
    return "Registry.current.scope(\(TypeName.of(scope)).self)"
  }

  /// Creates the diagnostic for an outer scope that can be missing.
  fileprivate static func missingScope(
    _ scope: Any.Type, around inner: Any.Type, _ path: [ScopeNeeds.Step]
  ) -> Diagnostic {
    let (name, an, anInner) = (TypeName.of(scope), TypeName.withArticle(scope), TypeName.withArticle(inner))
    let inner = TypeName.of(inner)
    let need = path.last { $0.needed != nil }
    let type = TypeName.of(need?.needed ?? scope)
    let remedy =
      if need?.collection == nil {
        "take \(type.hasPrefix("any ") ? "(\(type))?" : "\(type)?") as a parameter"
      } else {
        // An optional array isn't nil if routes contribute to it, even if their scope isn't open.
        "request \(request(path, scope)) where it is used, while \(an) is open"
      }
    return path[0].declaration.problem(
      .captiveScope,
      "\(path[0].declaration.subject) needs \(inner) and \(name), but \(anInner) can be open without \(an)",
      detail: names(path), related: steps(path, to: scope),
      remedy: "\(remedy)\nwrite typealias Outer = \(name) in \(inner)")
  }

  /// Creates the diagnostic for a kept route.
  fileprivate static func unrelatedScopes(
    _ owner: Any.Type, _ scope: Any.Type, _ path: [ScopeNeeds.Step]
  ) -> Diagnostic {
    let (owner, name) = (TypeName.of(owner), TypeName.of(scope))
    return path[0].declaration.problem(
      .unrelatedScopes,
      "\(path[0].declaration.subject) is Scoped(to: \(owner).self) and needs \(name), "
        + "but neither of the two scopes is inside the other",
      detail: names(path), related: steps(path, to: scope),
      // In the reverse, the outer scope would keep an instance that needs the inner one.
      remedy: "open \(owner) inside \(name), with typealias Outer = \(name) in \(owner)\ndivide the route")
  }

  /// Creates the diagnostic for a transient route.
  fileprivate static func unrelatedScopes(
    _ first: Any.Type, _ second: Any.Type, _ firstPath: [ScopeNeeds.Step], _ secondPath: [ScopeNeeds.Step]
  ) -> Diagnostic {
    let (name, other) = (TypeName.of(first), TypeName.of(second))
    return firstPath[0].declaration.problem(
      .unrelatedScopes,
      "\(firstPath[0].declaration.subject) needs \(name) and \(other), "
        + "but neither of the two scopes is inside the other",
      related: steps(firstPath, to: first) + steps(secondPath, to: second),
      remedy: "open one inside the other, with typealias Outer = \(name) in \(other) or the reverse\n"
        + "make the parameter of one optional, if the two are open at different times\ndivide the route")
  }

  private static func names(_ path: [ScopeNeeds.Step]) -> String {
    let last = path[path.count - 1].needed.map { [TypeName.of($0)] } ?? []
    return (path.map(\.declaration.subject) + last).joined(separator: " → ")
  }

  private static func steps(_ path: [ScopeNeeds.Step], to scope: Any.Type) -> [Related] {
    path.enumerated().map { index, step in
      guard let needed = step.needed else {
        // A decorator has the entries of its route.
        let owner = step.declaration.entriesOwner
        return owner.related("\(owner.text) is Scoped(to: \(TypeName.of(scope)).self)")
      }
      let source =
        index + 1 < path.count ? "which \(path[index + 1].declaration.text) makes" : "the value of a scope"
      return step.declaration.related(
        "\(step.declaration.text) needs \(TypeName.of(needed)) (\(step.label ?? "declared")), \(source)")
    }
  }
}
