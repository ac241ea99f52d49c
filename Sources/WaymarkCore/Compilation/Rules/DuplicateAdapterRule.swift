/// Reports required tokens with more than one adapter.
enum DuplicateAdapterRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    var findings: [Finding] = []
    var first: [TokenKey: AdapterDeclaration] = [:]
    for adapter in program.adapters {
      if let earlier = first[adapter.declaration.required.key] {
        findings.append(Finding(adapter.ordinal, .duplicateAdapter(adapter.declaration, first: earlier)))
      } else {
        first[adapter.declaration.required.key] = adapter.declaration
      }
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
