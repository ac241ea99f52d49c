/// What is required is adapted once.
enum DuplicateAdapterRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    var findings: [Finding] = []
    var first: [TokenKey: AdapterDraft] = [:]
    for adapter in program.adapters {
      if let earlier = first[adapter.draft.required.key] {
        findings.append(Finding(adapter.ordinal, .duplicateAdapter(adapter.draft, first: earlier)))
      } else {
        first[adapter.draft.required.key] = adapter.draft
      }
    }
    return findings
  }
}
