/// Reports required tokens with more than one adapter.
enum DuplicateAdapterRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    var first: [TokenDescription: Declared<AdapterDeclaration>] = [:]
    return linked.adapters.compactMap { adapter in
      guard let earlier = first[adapter.declaration.required] else {
        first[adapter.declaration.required] = adapter
        return nil
      }
      guard !linked.areDisjoint(adapter.condition, earlier.condition) else { return nil }
      return Finding(adapter.ordinal, .duplicateAdapter(adapter.declaration, first: earlier.declaration))
    }
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
