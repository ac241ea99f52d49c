/// Checks declarations with all rules.
struct Checker {
  /// The rules, in the order of their findings about one declaration.
  static let rules: [any CompilationRule.Type] = [
    UnknownProfileRule.self,
    ConflictingProfilesRule.self,
    NothingProvidedRule.self,
    EmptyIdentifierRule.self,
    DuplicateNameRule.self,
    DuplicateProvisionRule.self,
    ConstantNameRule.self,
    DuplicateOverrideRule.self,
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
    let features = linked.traits.contains(.features) ? featureRules(linked) : []
    let findings = [rules, features, lastRules].joined().flatMap { $0.check(linked) }
    let found = linked.unaccepted(findings.inOrderOfDeclaration).map(\.diagnostic) + linked.notes
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

extension Linked {
  /// Returns the findings about each route.
  @inline(never)
  package func findings(_ check: (RouteDeclaration) -> [Diagnostic]) -> [Finding] {
    routes.flatMap { route in check(route.declaration).map { Finding(route.ordinal, $0) } }
  }
}

/// A declaration about which a rule finds something.
protocol Located {
  var location: DeclarationLocation { get }
}

/// A declaration among the linked ones.
protocol Ordered: Located {
  var ordinal: Int { get }
}

extension Located {
  /// Returns a diagnostic about the declaration.
  func problem(
    _ code: Diagnostic.Code, severity: Diagnostic.Severity = .error, _ message: String,
    detail: String? = nil, related: [Diagnostic.Related] = [], remedy: String
  ) -> Diagnostic {
    Diagnostic(
      code, severity: severity, at: location, message, detail: detail, related: related, remedy: remedy)
  }

  /// Returns the mention of the declaration in a diagnostic about another one.
  func related(_ message: String) -> Diagnostic.Related {
    Diagnostic.Related(location: location, message: message)
  }
}

extension Ordered {
  /// Returns a finding about the declaration.
  func finding(
    _ code: Diagnostic.Code, severity: Diagnostic.Severity = .error, _ message: String,
    detail: String? = nil, related: [Diagnostic.Related] = [], remedy: String
  ) -> Finding {
    Finding(
      ordinal,
      problem(code, severity: severity, message, detail: detail, related: related, remedy: remedy))
  }
}

extension RouteDeclaration: Located {}
extension Adapter: Located {}
extension DecoratorDeclaration: Located {}
extension Replaces: Located {}
extension Change: Ordered {}
extension Change.Source: Ordered {}
extension Declared: Located, Ordered where Declaration: Located {
  var location: DeclarationLocation { declaration.location }
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

extension Linked {
  /// Returns the findings that no ``Accepts`` entry suppresses, and a note for each entry without a match.
  fileprivate func unaccepted(_ findings: [Finding]) -> [Finding] {
    guard traits.contains(.suppressions) else { return findings }
    let declarations = Dictionary(
      routes.map { ($0.ordinal, $0.declaration) }, uniquingKeysWith: { first, _ in first })
    var used: [Int: Set<Diagnostic.Code>] = [:]
    let unaccepted = findings.filter { finding in
      let (ordinal, code) = (finding.ordinal, finding.diagnostic.code)
      guard finding.diagnostic.severity != .error || code == .partialOverride,
        declarations[ordinal]?.accepts(code) == true
      else { return true }
      used[ordinal, default: []].insert(code)
      return false
    }
    // Fewer rules check an override, so an unused suppression can belong to a rule that doesn't run. One in an early
    // registry can belong to a finding of its extension.
    guard mode != .overriding, stage == .complete else { return unaccepted }
    let unused = routes.flatMap { route in
      route.declaration.accepted.filter { entry in
        !entry.code.isFoundByTests && used[route.ordinal]?.contains(entry.code) != true
      }.map { Finding(route.ordinal, $0.unusedNote(in: route.declaration)) }
    }
    return (unaccepted + unused).inOrderOfDeclaration
  }

  /// Returns the notes that a program doesn't have because it uses the acceptances.
  ///
  /// - Parameter found: The diagnostics of the program.
  func omittedNotes(_ found: [Diagnostic]) -> [Diagnostic] {
    let notes = routes.flatMap { route in
      route.declaration.accepted.map { $0.unusedNote(in: route.declaration) }
    }
    return notes.filter { !found.contains($0) }
  }
}

extension Accepts {
  fileprivate func unusedNote(in declaration: RouteDeclaration) -> Diagnostic {
    declaration.problem(
      .unusedAcceptance, severity: .note, "\(declaration.text) accepts \(code), which was not found",
      detail: "Accepts(…, because: \"\(reason)\")", remedy: "remove the Accepts entry")
  }
}

extension Sequence {
  /// Returns the elements with a key that an earlier element has, each with the first such element.
  func repeated<Key: Hashable>(by key: (Element) -> Key?) -> [(later: Element, first: Element)] {
    var first: [Key: Element] = [:]
    return compactMap { element in
      guard let key = key(element) else { return nil }
      if let earlier = first[key] { return (element, earlier) }
      first[key] = element
      return nil
    }
  }
}
