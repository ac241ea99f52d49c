/// Reports each cycle of adapters once, at its first adapter.
enum AdapterCycleRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.steps.flatMap { step in
      step.adapterCycles.compactMap { cycle in
        cycle.first.flatMap(step.ordinal).map {
          Finding($0, .adapterCycle(cycle.map(\.declaration)))
        }
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func adapterCycle(_ cycle: [AdapterDeclaration]) -> Diagnostic {
    let names = cycle.map(\.required.description) + [cycle[0].required.description]
    return Diagnostic(
      .adapterCycle, at: cycle[0].location,
      "adapters lead to each other in a cycle: \(names.joined(separator: " → "))",
      related: cycle.dropFirst().map { Related(location: $0.location, message: adapter($0)) },
      remedy: "make one of them adapt a token that a route provides")
  }
}
