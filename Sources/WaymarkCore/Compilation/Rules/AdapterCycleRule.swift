/// Reports each cycle of adapters once, at its first adapter.
enum AdapterCycleRule: CompilationRule {
  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.adapters) else { return [] }
    var adapters: [TokenKey: Program.DeclaredAdapter] = [:]
    for adapter in program.adapters where adapters[adapter.declaration.required.key] == nil {
      // Stop at a token that a route also provides, which is reported as a duplicate.
      if case .adapter = program.provisions[adapter.declaration.required.key]?.source {
        adapters[adapter.declaration.required.key] = adapter
      }
    }
    var findings: [Finding] = []
    var done: Set<TokenKey> = []
    for start in program.adapters {
      var chain: [Program.DeclaredAdapter] = []
      var next = adapters[start.declaration.required.key]
      while let adapter = next, !done.contains(adapter.declaration.required.key) {
        if let first = chain.firstIndex(where: { $0.ordinal == adapter.ordinal }) {
          findings.append(finding(Array(chain[first...])))
          break
        }
        chain.append(adapter)
        next = adapters[adapter.declaration.provided.key]
      }
      done.formUnion(chain.map(\.declaration.required.key))
    }
    return findings
  }

  /// Returns the finding for a cycle, rotated so that its first declaration comes first.
  private static func finding(_ cycle: [Program.DeclaredAdapter]) -> Finding {
    let start = cycle.indices.min { cycle[$0].ordinal < cycle[$1].ordinal } ?? cycle.startIndex
    let turned = Array(cycle[start...] + cycle[..<start])
    return Finding(turned[0].ordinal, .adapterCycle(turned.map(\.declaration)))
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
