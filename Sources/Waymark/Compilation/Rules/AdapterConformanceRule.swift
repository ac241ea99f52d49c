/// What an adapter without a closure leads to can be used as what is required.
enum AdapterConformanceRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    program.adapters.filter(\.draft.isPlain).compactMap { adapter in
      let draft = adapter.draft
      switch program.target(of: draft.provided) {
      case nil: return nil  // Found by the rules about chains.
      case .route(let route, let provision):
        return finding(adapter, route, isWrapped: provision.map { !$0.isPlain } ?? false)
      case .base(let provider):
        let provision = provider.route.draft.provisions.first { $0.token == provider.token }
        let isWrapped = provision.map { !$0.isPlain } ?? (provider.adapter.map { !$0.isPlain } ?? false)
        return finding(adapter, provider.route.draft, isWrapped: isWrapped)
      }
    }
  }

  private static func finding(
    _ adapter: Program.DeclaredAdapter, _ route: RouteDraft, isWrapped: Bool
  ) -> Finding? {
    let required = adapter.draft.required
    let type = required.role.isModule ? route.configuration?.type : route.destination
    guard let type, let problem = ConformanceRule.problem(type, as: required) else { return nil }
    return Finding(
      adapter.ordinal,
      .adapterNotConforming(adapter.draft, type, route, isWrapped: isWrapped, problem))
  }
}
