/// Checks declarations with all rules.
struct Checker {
  /// The rules, in the order of their findings about one declaration.
  static let rules: [any CompilationRule.Type] = [
    UnknownProfileRule.self,
    ConflictingProfilesRule.self,
    NothingProvidedRule.self,
    EmptyIdentifierRule.self,
    DuplicateIdentifierRule.self,
    DuplicateFallbackRule.self,
    RepeatedProvisionRule.self,
    DuplicateProvisionRule.self,
    DuplicateOverrideRule.self,
    DuplicateAdapterRule.self,
    ExclusivityRule.self,
    ConflictingLifetimesRule.self,
    LifecycleRule.self,
    MissingConfigurationRule.self,
    RequiredConfigurationRule.self,
    ConformanceRule.self,
    NamedClassRule.self,
    AdapterConformanceRule.self,
    DanglingAdapterRule.self,
    AdapterCycleRule.self,
    DanglingDecoratorRule.self,
    DuplicateContributionRule.self,
    MisspelledContributionRule.self,
    UnknownReplacementRule.self,
    AmbiguousParameterRule.self,
    AmbiguousNameRule.self,
    UnmatchedTakesRule.self,
    SwappedTakesRule.self,
    MissingRequirementRule.self,
    DependencyCycleRule.self,
    DeepChainRule.self,
    CaptiveDependencyRule.self,
    ScopeRule.self,
    UnseenAdditionRule.self,
  ]

  /// The rules to run after the rules of later stages.
  static let lastRules: [any CompilationRule.Type] = [
    UnreachableRouteRule.self,
    UnmatchedProfileRule.self,
    OpenRoutesRule.self,
    UnknownOverrideRule.self,
    PartialOverrideRule.self,
    LifetimeChangedRule.self,
  ]

  /// Checks declarations with all rules, and returns the findings, or throws them if one is an error.
  static func check(_ linked: Linked) throws(RegistryError) -> [Diagnostic] {
    // Without the declarations of these modules, other findings would be misleading.
    if let cycle = linked.notes.first(where: { $0.code == .moduleCycle }) { throw error([cycle], linked) }
    var findings: [Finding] = []
    func add(_ rules: [any CompilationRule.Type]) {
      for rule in rules {
        let found = rule.check(linked)
        if !found.isEmpty { findings += found }
      }
    }
    add(rules)
    if linked.traits.contains(.features) { add(featureRules(linked)) }
    add(lastRules)
    guard !findings.isEmpty || linked.traits.contains(.suppressions) || !linked.notes.isEmpty else {
      return []
    }
    let found = Suppression(linked).filter(findings.inOrderOfDeclaration).map(\.diagnostic) + linked.notes
    try stop(at: found, linked)
    return found
  }

  /// Throws all diagnostics if one of them is an error.
  static func stop(at diagnostics: [Diagnostic], _ linked: Linked) throws(RegistryError) {
    guard diagnostics.contains(where: { $0.severity == .error }) else { return }
    throw error(diagnostics, linked)
  }

  /// Returns an error with all diagnostics except notes about unreachable routes.
  static func error(_ diagnostics: [Diagnostic], _ linked: Linked) -> RegistryError {
    RegistryError(
      diagnostics.filter { $0.code != .unreachableRoute },
      routeCount: linked.routes.count + (linked.base?.totalRouteCount ?? 0))
  }

  /// Returns the rules of entries of later stages, each once, in the order of the first such entry.
  private static func featureRules(_ linked: Linked) -> [any CompilationRule.Type] {
    // There are few types of such entries.
    var seen: [any FeatureEntry.Type] = []
    for entry in linked.routes.lazy.flatMap(\.declaration.features) {
      let type = type(of: entry)
      if !seen.contains(where: { $0 == type }) { seen.append(type) }
    }
    return seen.flatMap { $0.rules }
  }
}

/// A rule that a compilation checks.
package protocol CompilationRule: SendableMetatype {
  /// Returns the findings, each with the position of its declaration.
  static func check(_ linked: Linked) -> [Finding]
}

extension [Finding] {
  /// The findings by declaration, in a stable order.
  var inOrderOfDeclaration: [Finding] {
    guard zip(self, dropFirst()).contains(where: { $0.ordinal > $1.ordinal }) else { return self }
    return enumerated().sorted { ($0.element.ordinal, $0.offset) < ($1.element.ordinal, $1.offset) }
      .map(\.element)
  }
}

/// A diagnostic and the position of its declaration, the sort key.
package struct Finding {
  let ordinal: Int
  let diagnostic: Diagnostic

  package init(_ ordinal: Int, _ diagnostic: Diagnostic) {
    self.ordinal = ordinal
    self.diagnostic = diagnostic
  }
}

/// Removes the findings that ``Accepts`` entries suppress.
struct Suppression {
  private let routes: [Linked.Route]
  private let reportsUnused: Bool

  init(_ linked: Linked) {
    routes =
      linked.traits.contains(.suppressions) ? linked.routes.filter { !$0.declaration.accepted.isEmpty } : []
    // Fewer rules check an override, so an unused suppression can belong to a rule that doesn't run. One in an early
    // registry can belong to a finding of its extension.
    reportsUnused = linked.mode != .overriding && linked.stage == .complete
  }

  /// Returns the findings without the suppressed ones, and a note for each suppression without a match.
  func filter(_ findings: [Finding]) -> [Finding] {
    guard !routes.isEmpty else { return findings }
    var accepted: [Int: [Diagnostic.Code]] = [:]
    for route in routes { accepted[route.ordinal] = route.declaration.accepted.map(\.code) }
    var used: Set<Use> = []
    var result: [Finding] = []
    for finding in findings {
      let diagnostic = finding.diagnostic
      if diagnostic.severity != .error || diagnostic.code == .partialOverride,
        accepted[finding.ordinal]?.contains(diagnostic.code) == true
      {
        used.insert(Use(ordinal: finding.ordinal, code: diagnostic.code))
      } else {
        result.append(finding)
      }
    }
    guard reportsUnused else { return result }
    let unused = routes.flatMap { route in
      route.declaration.accepted.filter { entry in
        !entry.code.isFoundByTests && !used.contains(Use(ordinal: route.ordinal, code: entry.code))
      }.map { Finding(route.ordinal, .unusedAcceptance($0, route.declaration)) }
    }
    return (result + unused).inOrderOfDeclaration
  }

  /// Returns the notes that a program doesn't have because it uses the acceptances.
  ///
  /// - Parameters:
  ///   - program: A linked.
  ///   - found: The diagnostics of the linked.
  static func omittedNotes(of linked: Linked, _ found: [Diagnostic]) -> Set<Diagnostic> {
    let notes = Suppression(linked).routes.flatMap { route in
      route.declaration.accepted.map { Diagnostic.unusedAcceptance($0, route.declaration) }
    }
    return Set(notes).subtracting(found)
  }

  private struct Use: Hashable {
    let ordinal: Int
    let code: Diagnostic.Code
  }
}

extension Diagnostic {
  fileprivate static func unusedAcceptance(_ entry: Accepts, _ declaration: RouteDeclaration) -> Diagnostic {
    Diagnostic(
      .unusedAcceptance, severity: .note, at: declaration.location,
      "\(route(declaration)) accepts \(entry.code), which was not found",
      detail: "Accepts(…, because: \"\(entry.reason)\")", remedy: "remove the Accepts entry")
  }
}
