import WaymarkCore

/// Reports overrides of URLs that the base doesn't have.
enum UnknownURLOverrideRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard linked.mode == .overriding, let base = linked.base, !linked.isIsolated else { return [] }
    return linked.urls.patterns.filter { base.route(named: $0.shape.name) == nil }.map {
      pattern in
      let text = pattern.shape.text
      return Finding(
        pattern.ordinal,
        .unknownOverride(
          url: text, at: pattern.route.location,
          near: NearMiss.of(text, among: base.urls.patterns.map(\.shape.text))))
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownOverride(url: String, at location: DeclarationLocation, near: String?)
    -> Diagnostic
  {
    Diagnostic(
      .unknownOverride, at: location,
      "URLPattern(\"\(url)\") is overridden, but no route of the base registry has it",
      remedy: near.map { "did you mean \"\($0)\"?" } ?? overrideOrExtend)
  }
}
