/// Reports overrides of declarations that the registry doesn't have.
enum UnknownOverrideRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode == .overriding, let base = program.base, !program.isIsolated else { return [] }
    var findings: [Finding] = []
    for provision in program.provisions.first
    where base.layer.provider(for: provision.token.key) == nil
      && program.ambiguity(of: provision.token) == nil
      && base.layer.alternatives(for: provision.token.key) == nil
    {
      findings.append(finding(provision.ordinal, provision.token, provision.location, program, base.layer))
    }
    for decorator in program.decorators {
      let (token, location) = (decorator.declaration.token, decorator.declaration.location)
      guard decorator.declaration.overridden != nil, !program.provides(token),
        program.ambiguity(of: token) == nil
      else { continue }
      findings.append(finding(decorator.ordinal, token, location, program, base.layer))
    }
    return program.traits.contains(.details) ? findings + identifiers(program, base.layer) : findings
  }

  @inline(never)
  private static func finding(
    _ ordinal: Int, _ token: TokenDescription, _ location: DeclarationLocation, _ program: Program,
    _ base: RegistryLayer
  ) -> Finding {
    let near = base.providers(of: token.type).map { ($0.token, $0.route.declaration.location) }
    return Finding(
      ordinal,
      .unknownOverride(
        token, at: location, near: near, similar: NearMiss.of(token, among: base.allTokens),
        modules: program.modules(providing: token)))
  }

  private static func identifiers(_ program: Program, _ base: RegistryLayer) -> [Finding] {
    program.routes.flatMap { route in
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
  static func nothingToOverride(by program: Program) -> Diagnostic? {
    let location =
      program.routes.first?.declaration.location ?? program.adapters.first?.declaration.location
      ?? program.decorators.first?.declaration.location ?? program.replacements.first?.declaration.location
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
      modules.count == 1 ? "\(modules[0]), which" : "one of \(modules.joined(separator: ", ")), each of which"
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
