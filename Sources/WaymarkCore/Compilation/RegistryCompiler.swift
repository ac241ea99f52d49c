/// Checks declarations with all rules.
struct RegistryCompiler {
  /// The rules; if several report one declaration, their findings are in this order.
  static let rules: [any CompilationRule.Type] = [
    UnknownProfileRule.self,
    ConflictingProfilesRule.self,
    NothingProvidedRule.self,
    EmptyIdentifierRule.self,
    DuplicateIdentifierRule.self,
    DuplicateFallbackRule.self,
    RepeatedProvisionRule.self,
    DuplicateProvisionRule.self,
    DuplicateAdapterRule.self,
    ExclusivityRule.self,
    ConflictingLifetimesRule.self,
    LifecycleRule.self,
    MissingConfigurationRule.self,
    ConformanceRule.self,
    NamedClassRule.self,
    AdapterConformanceRule.self,
    DanglingAdapterRule.self,
    AdapterCycleRule.self,
    DanglingDecoratorRule.self,
    DuplicateContributionRule.self,
    UnknownReplacementRule.self,
    AmbiguousParameterRule.self,
    AmbiguousNameRule.self,
    UnmatchedTakesRule.self,
    MissingRequirementRule.self,
    DependencyCycleRule.self,
    CaptiveDependencyRule.self,
    ScopeRule.self,
  ]

  /// The rules that run after those of later stages.
  static let lastRules: [any CompilationRule.Type] = [
    UnreachableRouteRule.self,
    UnmatchedProfileRule.self,
    OpenRoutesRule.self,
    UnknownOverrideRule.self,
    PartialOverrideRule.self,
    LifetimeChangedRule.self,
  ]

  /// Checks declarations with all rules.
  ///
  /// - Returns: The findings, none of which is an error.
  /// - Throws: All findings, if one of them is an error.
  static func check(_ program: Program) throws(RegistryError) -> [Diagnostic] {
    var findings: [Finding] = []
    func add(_ rules: [any CompilationRule.Type]) {
      for rule in rules {
        let found = rule.check(program)
        if !found.isEmpty { findings += found }
      }
    }
    add(rules)
    if program.traits.contains(.features) { add(featureRules(program)) }
    add(lastRules)
    guard !findings.isEmpty || program.traits.contains(.suppressions) || !program.notes.isEmpty else {
      return []
    }
    let found = Suppression(program).filter(findings.inOrderOfDeclaration).map(\.diagnostic) + program.notes
    try stop(at: found, program)
    return found
  }

  /// Throws all diagnostics if one of them is an error.
  static func stop(at diagnostics: [Diagnostic], _ program: Program) throws(RegistryError) {
    guard diagnostics.contains(where: { $0.severity == .error }) else { return }
    throw error(diagnostics, program)
  }

  /// Returns the error that has all diagnostics, except the notes about unreachable routes.
  static func error(_ diagnostics: [Diagnostic], _ program: Program) -> RegistryError {
    RegistryError(
      diagnostics.filter { $0.code != .unreachableRoute },
      routeCount: program.routes.count + (program.base?.layer.totalRouteCount ?? 0))
  }

  /// Returns the rules of entries of later stages, each once, in the order of the first such entry.
  private static func featureRules(_ program: Program) -> [any CompilationRule.Type] {
    var seen: Set<ObjectIdentifier> = []
    return program.routes.flatMap(\.declaration.features).flatMap { entry -> [any CompilationRule.Type] in
      guard seen.insert(ObjectIdentifier(type(of: entry))).inserted, let checked = entry as? any CheckedEntry
      else {
        return []
      }
      return type(of: checked).rules
    }
  }
}
