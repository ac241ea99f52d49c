/// An adapter leads to something.
enum DanglingAdapterRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.adapters.filter { !program.provides($0.draft.provided.key) }
      .map { adapter in
        Finding(
          adapter.ordinal,
          .danglingAdapter(adapter.draft, near: program.provisions(of: adapter.draft.provided.type)))
      }
  }
}
