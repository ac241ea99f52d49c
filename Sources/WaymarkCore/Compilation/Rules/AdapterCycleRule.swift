/// Reports each cycle of adapters once, at its first adapter.
enum AdapterCycleRule: CompilationRule {
  private struct Step {
    let adapter: AdapterDeclaration
    /// The ordinal of the declaration, or nil for an adapter of the base.
    let ordinal: Int?
  }

  static func check(_ program: Program) -> [Finding] {
    guard program.traits.contains(.adapters) else { return [] }
    var findings: [Finding] = []
    var done: Set<TokenKey> = []
    for start in program.adapters {
      var chain: [Step] = []
      var next = step(from: start.declaration.required, program)
      while let step = next, !done.contains(step.adapter.required.key) {
        if let first = chain.firstIndex(where: { $0.adapter.required.key == step.adapter.required.key }) {
          if let finding = finding(Array(chain[first...])) { findings.append(finding) }
          break
        }
        chain.append(step)
        next = self.step(from: step.adapter.provided, program)
      }
      done.formUnion(chain.map(\.adapter.required.key))
    }
    return findings
  }

  /// Returns the adapter that provides a token, if any.
  private static func step(from token: TokenDescription, _ program: Program) -> Step? {
    switch program.provisions[token.key]?.source {
    case .adapter(let adapter): return Step(adapter: adapter.declaration, ordinal: adapter.ordinal)
    // A token that a route also provides is reported as a duplicate.
    case .route: return nil
    case nil:
      // An override's adapter can lead to one of the base.
      guard program.mode == .overriding, case .adapter(let adapter)? = program.source(of: token) else {
        return nil
      }
      return Step(adapter: adapter, ordinal: nil)
    }
  }

  /// Returns the finding for a cycle, rotated so that its first new declaration comes first.
  private static func finding(_ cycle: [Step]) -> Finding? {
    // The base has no cycle of its own.
    guard let ordinal = cycle.compactMap(\.ordinal).min(),
      let start = cycle.firstIndex(where: { $0.ordinal == ordinal })
    else { return nil }
    let turned = cycle[start...] + cycle[..<start]
    return Finding(ordinal, .adapterCycle(turned.map(\.adapter)))
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
