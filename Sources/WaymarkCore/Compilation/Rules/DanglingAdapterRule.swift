/// Reports adapters with a provided token that nothing provides.
enum DanglingAdapterRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard !program.isIsolated else { return [] }
    return program.adapters.filter {
      !program.provides($0.declaration.provided) && program.ambiguity(of: $0.declaration.provided) == nil
    }
    .map { adapter in
      Finding(
        adapter.ordinal,
        .danglingAdapter(
          adapter.declaration, near: program.suggestions(near: adapter.declaration.provided)))
    }
  }
}

extension Diagnostic {
  fileprivate static func danglingAdapter(_ declaration: AdapterDeclaration, near: Program.Near) -> Diagnostic
  {
    Diagnostic(
      .danglingAdapter, at: declaration.location, "nothing provides \(declaration.provided)",
      detail: adapter(declaration),
      related: suggestions(near.roles),
      remedy: missing(declaration.provided, near.roles, in: near.modules) + near.question)
  }
}
