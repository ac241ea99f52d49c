import WaymarkRuntime

/// Takes declarations through all rules and makes the layer of a registry of them.
struct RegistryCompiler {
  /// What a registry is made of.
  struct Result {
    let layer: RegistryLayer
    let diagnostics: LayeredList<Diagnostic>?
    let aspects: RegistryAspects
    var name: String?
    var stage = Registry.Stage.complete
  }

  /// All rules; where several speak of one declaration, they speak in this order.
  static let rules: [any CompilationRule.Type] = [
    NothingProvidedRule.self,
    EmptyIdentifierRule.self,
    DuplicateIdentifierRule.self,
    RepeatedProvisionRule.self,
    DuplicateProvisionRule.self,
    DuplicateAdapterRule.self,
    ExclusivityRule.self,
    ConflictingLifetimesRule.self,
    MissingConfigurationRule.self,
    ConformanceRule.self,
    AdapterConformanceRule.self,
    DanglingAdapterRule.self,
    AdapterCycleRule.self,
    AmbiguousParameterRule.self,
    MissingRequirementRule.self,
    DependencyCycleRule.self,
    CaptiveDependencyRule.self,
    MalformedURLPatternRule.self,
    URLConflictRule.self,
    URLShadowedRule.self,
    URLParentRule.self,
    UnreachableRouteRule.self,
    OpenRoutesRule.self,
    UnknownOverrideRule.self,
  ]

  let program: Program

  private let name: String?

  init(
    _ routes: Routes, mode: Program.Mode, base: Registry?, name: String? = nil,
    stage: Registry.Stage = .complete
  ) {
    program = Program(routes, mode: mode, base: base, stage: stage)
    self.name = name
  }

  /// Checks the declarations and compiles them.
  ///
  /// - Throws: All findings, if one of them is an error.
  func compile() throws(RegistryError) -> Result {
    let findings = Self.rules.flatMap { $0.check(program) }.inOrderOfDeclaration
    let found = Acceptance(program).filter(findings).map(\.diagnostic) + program.notes
    try stop(at: found)
    let compiled = Result(
      layer: RegistryLayerBuilder(program).layer(),
      diagnostics: .adding(found, to: program.base?.found),
      aspects: RegistryAspects(program.aspects, addedTo: program.base?.aspects ?? RegistryAspects()),
      name: name, stage: program.stage)
    guard !program.checks.isEmpty else { return compiled }
    let registry = Registry(compiled, purpose: .check)
    let added = program.checks.flatMap { $0(registry) }
    try stop(at: found + added)
    return Result(
      layer: compiled.layer, diagnostics: .adding(added, to: compiled.diagnostics),
      aspects: compiled.aspects,
      name: name, stage: program.stage)
  }

  private func stop(at diagnostics: [Diagnostic]) throws(RegistryError) {
    guard diagnostics.contains(where: { $0.severity == .error }) else { return }
    throw RegistryError(
      diagnostics, routeCount: program.routes.count + (program.base?.layer.totalRouteCount ?? 0))
  }
}
