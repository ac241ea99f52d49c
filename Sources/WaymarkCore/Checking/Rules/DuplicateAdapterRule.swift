/// Reports required tokens with more than one adapter.
enum DuplicateAdapterRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    var findings: [Finding] = []
    var first: [TokenKey: Declared<AdapterDeclaration>] = [:]
    for adapter in linked.adapters {
      guard let earlier = first[adapter.declaration.required.key] else {
        first[adapter.declaration.required.key] = adapter
        continue
      }
      guard !linked.areDisjoint(adapter.condition, earlier.condition) else { continue }
      findings.append(
        Finding(adapter.ordinal, .duplicateAdapter(adapter.declaration, first: earlier.declaration)))
    }
    return findings
  }
}

extension Diagnostic {
  fileprivate static func duplicateAdapter(_ declaration: AdapterDeclaration, first: AdapterDeclaration)
    -> Diagnostic
  {
    Diagnostic(
      .duplicateAdapter, at: declaration.location, "\(declaration.required) has two adapters",
      detail: adapter(declaration),
      related: [Related(location: first.location, message: "\(adapter(first)) is the first")],
      remedy: "remove one of them")
  }
}
