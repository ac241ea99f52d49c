/// Reports adapters with a provided token that nothing provides.
enum DanglingAdapterRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    guard !linked.isIsolated else { return [] }
    return linked.adapters.filter { !linked.image.answer($0.declaration.provided).isAny }.map { adapter in
      Finding(
        adapter.ordinal,
        .danglingAdapter(
          adapter.declaration, near: Suggestions(near: adapter.declaration.provided, in: linked.image)))
    }
  }
}

extension Diagnostic {
  fileprivate static func danglingAdapter(_ declaration: AdapterDeclaration, near: Suggestions) -> Diagnostic
  {
    Diagnostic(
      .danglingAdapter, at: declaration.location, "nothing provides \(declaration.provided)",
      detail: adapter(declaration),
      related: suggestions(near.roles),
      remedy: missing(declaration.provided, near))
  }
}
