/// Reports overrides of URLs that the base doesn't have.
enum UnknownURLOverrideRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.mode == .overriding, let base = program.base else { return [] }
    return program.urls.patterns.filter { base.layer.route(named: $0.declaration.shape.name) == nil }.map {
      pattern in
      let text = pattern.declaration.shape.text
      return Finding(
        pattern.ordinal,
        .unknownOverride(
          url: text, at: pattern.route.location,
          near: NearMiss.of(text, among: base.urls.patterns.map(\.shape.text))))
    }
  }
}
