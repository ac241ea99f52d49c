/// Reports adapters whose provided token nothing provides.
enum DanglingAdapterRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.adapters.filter { !program.provides($0.declaration.provided.key) }
      .map { adapter in
        Finding(
          adapter.ordinal,
          .danglingAdapter(
            adapter.declaration, near: program.provisions(of: adapter.declaration.provided.type)))
      }
  }
}
