import WaymarkCore

/// Reports overrides of URLs that the base doesn't have.
enum UnknownURLOverrideRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base, !linked.isIsolated else { return [] }
    let unknown = linked.urls.patterns.filter { base.route(named: $0.shape.name) == nil }
    return unknown.map { Finding($0.ordinal, .unknownOverride($0, base)) }
  }
}

extension Diagnostic {
  fileprivate static func unknownOverride(_ pattern: RegisteredPattern, _ base: RegistryImage) -> Diagnostic {
    let text = pattern.shape.text
    let near = NearMiss.of(text, among: base.urls.patterns.map(\.shape.text))
    return Diagnostic(
      .unknownOverride, at: pattern.route.location,
      "URLPattern(\"\(text)\") is overridden, but no route of the base registry has it",
      remedy: near.map { "did you mean \"\($0)\"?" } ?? overrideOrExtend)
  }
}
