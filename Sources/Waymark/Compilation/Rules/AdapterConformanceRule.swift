/// Reports adapters without a closure whose provided type can't be used as the required one.
enum AdapterConformanceRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.adapters.filter(\.declaration.isPlain).compactMap { adapter in
      // An adapter without a target is reported by the rules about dangling adapters and cycles.
      guard let target = program.target(of: adapter.declaration.provided) else { return nil }
      let required = adapter.declaration.required
      let type = required.role.isModule ? target.route.configuration?.type : target.route.destination
      guard let type, let problem = ConformanceRule.problem(type, as: required) else { return nil }
      return Finding(
        adapter.ordinal,
        .adapterNotConforming(adapter.declaration, type, target.route, isWrapped: target.isConverted, problem)
      )
    }
  }
}
