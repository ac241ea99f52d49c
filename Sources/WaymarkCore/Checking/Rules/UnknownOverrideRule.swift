/// Reports overrides of declarations that the registry doesn't have.
enum UnknownOverrideRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base else { return misplaced(linked) }
    guard !linked.isIsolated else { return [] }
    let changes = linked.changes.filter { base.found($0.token) == nil }
    let decorators = linked.decorators.filter {
      $0.declaration.overridden != nil && !linked.image.answer($0.declaration.token).isAny
    }
    let findings =
      changes.map { finding($0, $0.token, linked, base) }
      + decorators.map { finding($0, $0.declaration.token, linked, base) }
    return linked.traits.contains(.details) ? findings + names(linked, base) : findings
  }

  /// Returns the findings about `Overrides` outside of an override and a profile, where it would change the program.
  private static func misplaced(_ linked: Linked) -> [Finding] {
    let values = linked.routes.filter { $0.declaration.overridden != nil && $0.condition == nil }
    let members = linked.decorators.filter { $0.declaration.overridden != nil && $0.condition == nil }
    return values.map { $0.misplaced($0.declaration.text) }
      + members.map { $0.misplaced($0.declaration.description) }
  }

  private static func finding(
    _ declaration: some Ordered, _ token: TokenDescription, _ linked: Linked, _ base: RegistryImage
  ) -> Finding {
    let near = base.providers(of: token.type).map { ($0.token, $0.route.declaration.location) }
    let modules = linked.image.modules(providing: token)
    return declaration.finding(
      .unknownOverride, "\(token) is overridden, but the base registry does not provide it",
      related: Diagnostic.suggestions(near),
      remedy: modules.isEmpty
        ? Diagnostic.overrideOrExtend + Diagnostic.didYouMean(NearMiss.of(token, among: base.allTokens))
        : "add \(Suggestions.which(modules)) provides it, to the base registry\n"
          + Diagnostic.overrideOrExtend)
  }

  private static func names(_ linked: Linked, _ base: RegistryImage) -> [Finding] {
    linked.findings { declaration in
      // Other rules check URLs.
      let unknown = declaration.names.filter { $0.kind != .url && base.route(named: $0) == nil }
      return unknown.map { name in
        guard name != .fallback else {
          return declaration.problem(
            .unknownOverride, "\(declaration.text) is overridden, but the base registry has none",
            remedy: Diagnostic.overrideOrExtend)
        }
        let near = NearMiss.of(name.text, among: base.identifiers)
        return declaration.problem(
          .unknownOverride, "\(name.declaration) is overridden, but no route of the base registry has it",
          remedy: near.map { "did you mean \"\($0)\"?" } ?? Diagnostic.overrideOrExtend)
      }
    }
  }
}

extension Ordered {
  /// Returns the error for an entry that replaces something, outside of an override and a profile.
  func misplaced(_ entry: String) -> Finding {
    finding(
      .unknownOverride,
      "\(entry) has nothing to replace: it is neither in overriding { … } nor in When",
      remedy: "move it there\nremove it")
  }
}

extension Diagnostic {
  /// Returns the error for overrides without a base registry, or nil if there are no overrides.
  static func nothingToOverride(by linked: Linked) -> Diagnostic? {
    let location =
      linked.routes.first?.location ?? linked.adapters.first?.location ?? linked.decorators.first?.location
      ?? linked.replacements.first?.declared.location
    return location.map { location in
      Diagnostic(
        .unknownOverride, at: location,
        "nothing can be overridden yet, because no registry is installed, and none is bound to this task",
        remedy:
          "write .registry { … } before .overriding { … } in a test\ninstall a registry first elsewhere")
    }
  }
}
