/// Reports overrides of declarations that the registry doesn't have.
enum UnknownOverrideRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base, !linked.isIsolated else { return [] }
    let changes = linked.changes.filter { base.unretained($0.token.key) == nil }
    let decorators = linked.decorators.filter {
      $0.declaration.overridden != nil && !linked.image.answer($0.declaration.token).isAny
    }
    let tokens =
      changes.map { ($0.ordinal, $0.token, $0.location) }
      + decorators.map { ($0.ordinal, $0.declaration.token, $0.declaration.location) }
    let findings = tokens.map { ordinal, token, location in
      Finding(ordinal, .unknownOverride(token, at: location, linked, base))
    }
    return linked.traits.contains(.details) ? findings + identifiers(linked, base) : findings
  }

  private static func identifiers(_ linked: Linked, _ base: RegistryImage) -> [Finding] {
    linked.findings { declaration in
      let unknown = declaration.identifiers.filter { base.route(named: .identifier($0)) == nil }
      return unknown.map { .unknownOverride(identifier: $0, at: declaration.location, base) }
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
    _ token: TokenDescription, at location: DeclarationLocation, _ linked: Linked, _ base: RegistryImage
  ) -> Diagnostic {
    let near = base.providers(of: token.type).map { ($0.token, $0.route.declaration.location) }
    let modules = linked.image.modules(providing: token)
    return Diagnostic(
      .unknownOverride, at: location, "\(token) is overridden, but the base registry does not provide it",
      related: suggestions(near),
      remedy: modules.isEmpty
        ? overrideOrExtend + didYouMean(NearMiss.of(token, among: base.allTokens))
        : "add \(Suggestions.which(modules)) provides it, to the base registry\n\(overrideOrExtend)")
  }

  fileprivate static func unknownOverride(
    identifier: String, at location: DeclarationLocation, _ base: RegistryImage
  ) -> Diagnostic {
    let near = NearMiss.of(identifier, among: base.identifiers)
    return Diagnostic(
      .unknownOverride, at: location,
      "Identifier(\"\(identifier)\") is overridden, but no route of the base registry has it",
      remedy: near.map { "did you mean \"\($0)\"?" } ?? overrideOrExtend)
  }
}
