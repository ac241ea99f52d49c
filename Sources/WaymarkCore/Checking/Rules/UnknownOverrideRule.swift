/// Reports overrides of declarations that the registry doesn't have.
enum UnknownOverrideRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base, !linked.isIsolated else { return [] }
    var findings: [Finding] = []
    for change in linked.changes where base.unretained(change.token.key) == nil {
      findings.append(finding(change.ordinal, change.token, change.location, linked, base))
    }
    for decorator in linked.decorators {
      let (token, location) = (decorator.declaration.token, decorator.declaration.location)
      guard decorator.declaration.overridden != nil, !linked.image.answer(token).isAny else { continue }
      findings.append(finding(decorator.ordinal, token, location, linked, base))
    }
    return linked.traits.contains(.details) ? findings + identifiers(linked, base) : findings
  }

  @inline(never)
  private static func finding(
    _ ordinal: Int, _ token: TokenDescription, _ location: DeclarationLocation, _ linked: Linked,
    _ base: RegistryImage
  ) -> Finding {
    let near = base.providers(of: token.type).map { ($0.token, $0.route.declaration.location) }
    return Finding(
      ordinal,
      .unknownOverride(
        token, at: location, near: near, similar: NearMiss.of(token, among: base.allTokens),
        modules: linked.image.modules(providing: token)))
  }

  private static func identifiers(_ linked: Linked, _ base: RegistryImage) -> [Finding] {
    linked.routes.flatMap { route in
      route.declaration.identifiers.filter { base.route(named: .identifier($0)) == nil }.map { identifier in
        Finding(
          route.ordinal,
          .unknownOverride(
            identifier: identifier, at: route.declaration.location,
            near: NearMiss.of(identifier, among: base.identifiers)))
      }
    }
  }
}

extension Diagnostic {
  /// Returns the error for overrides without a base registry, or nil if there are no overrides.
  static func nothingToOverride(by linked: Linked) -> Diagnostic? {
    let location =
      linked.routes.first?.declaration.location ?? linked.adapters.first?.declaration.location
      ?? linked.decorators.first?.declaration.location
      ?? linked.replacements.first?.declared.declaration.location
    return location.map { location in
      Diagnostic(
        .unknownOverride, at: location,
        "nothing can be overridden yet, because no registry is installed, and none is bound to this task",
        remedy:
          "write .registry { … } before .overriding { … } in a test\ninstall a registry first elsewhere")
    }
  }

  fileprivate static func unknownOverride(
    _ token: TokenDescription, at location: DeclarationLocation, near: [Near], similar: TokenDescription?,
    modules: [String]
  ) -> Diagnostic {
    let list =
      modules.count == 1 ? "\(modules[0]), which" : "one of \(Suggestions.list(modules)), each of which"
    return Diagnostic(
      .unknownOverride, at: location, "\(token) is overridden, but the base registry does not provide it",
      related: suggestions(near),
      remedy: modules.isEmpty
        ? overrideOrExtend + didYouMean(similar)
        : "add \(list) provides it, to the base registry\n\(overrideOrExtend)")
  }

  fileprivate static func unknownOverride(
    identifier: String, at location: DeclarationLocation, near: String?
  ) -> Diagnostic {
    Diagnostic(
      .unknownOverride, at: location,
      "Identifier(\"\(identifier)\") is overridden, but no route of the base registry has it",
      remedy: near.map { "did you mean \"\($0)\"?" } ?? overrideOrExtend)
  }
}
