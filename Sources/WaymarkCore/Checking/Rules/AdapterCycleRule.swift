/// Reports each cycle of adapters once, at its first adapter.
enum AdapterCycleRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.steps.flatMap { step in
      step.adapterCycles.compactMap { cycle in
        guard let first = cycle.first, let ordinal = step.ordinal(of: first) else { return nil }
        let names = (cycle + [first]).map(\.declaration.required.description).joined(separator: " → ")
        return Finding(
          ordinal,
          first.declaration.problem(
            .adapterCycle, "adapters lead to each other in a cycle: \(names)",
            related: cycle.dropFirst().map { $0.declaration.related($0.declaration.text) },
            remedy: "make one of them adapt a token that a route provides"))
      }
    }
  }
}
