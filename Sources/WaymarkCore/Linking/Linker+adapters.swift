import WaymarkRuntime

// Adapters, each of which leads to the provider of another token.
extension Linker {
  /// Returns the adapters below that lead to replaced or decorated tokens and need new providers.
  func findInheritedAdapters() -> [CompiledAdapter] {
    guard let below, below.hasAdapters, isReplacing || !part.decorators.isEmpty else { return [] }
    var found: [CompiledAdapter] = []
    var replaced = changes.first.map(\.token) + part.decorators.map(\.declaration.token)
    var seen = Set(changes.first.map(\.token))
    while let key = replaced.popLast() {
      for adapter in below.adapters(to: key) {
        let required = adapter.declaration.required
        let provider = below.provider(for: required)
        guard provider == nil || provider?.undecorated.adapter === adapter, seen.insert(required).inserted
        else { continue }
        found.append(adapter)
        replaced.append(required)
      }
    }
    return found
  }

  /// Adds the adapters' providers, each after the provider of its provided token.
  mutating func add(_ adapters: [CompiledAdapter]) {
    var open: [TokenDescription: CompiledAdapter] = [:]
    for adapter in adapters {
      let key = adapter.declaration.required
      // Another declaration of the token came first.
      if case .route? = changes[key]?.source { continue }
      if open[key] == nil { open[key] = adapter }
    }
    for adapter in adapters where open[adapter.declaration.required] === adapter {
      // Follow the chain to a token with a provider, then return.
      var chain = [adapter]
      var isCycle = false
      while let last = chain.last, let next = open[last.declaration.provided] {
        if let first = chain.firstIndex(where: { $0 === next }) {
          adapterCycles.append(turned(chain[first...]))
          isCycle = true
          break
        }
        chain.append(next)
      }
      for adapter in chain.reversed() where open.removeValue(forKey: adapter.declaration.required) != nil {
        let (token, location) = (adapter.declaration.provided, adapter.declaration.location)
        let provided =
          isCycle && adapter === chain.last ? nil : own[token] ?? below?.provider(for: token)
        add(provider(adapter, to: provided ?? Provider(undeclared: .unimplemented(token, at: location))))
      }
    }
  }

  /// Returns a cycle of adapters that begins with its first new declaration.
  private func turned(_ cycle: ArraySlice<CompiledAdapter>) -> [CompiledAdapter] {
    let first = cycle.indices.min { (ordinal(of: cycle[$0]) ?? .max) < (ordinal(of: cycle[$1]) ?? .max) }
    guard let first else { return [] }
    return Array(cycle[first...] + cycle[..<first])
  }

  func ordinal(of adapter: CompiledAdapter) -> Int? {
    adapters.firstIndex { $0 === adapter }.map { part.adapters[$0].ordinal }
  }

  private mutating func provider(_ adapter: CompiledAdapter, to provided: Provider) -> Provider {
    let declaration = adapter.declaration
    guard !declaration.required.role.isModule, declaration.isPlain else {
      return Provider(adapter, to: provided, slot: nil, existential: nil)
    }
    let route = provided.route.declaration
    let isKept = route.isKeptToTheEnd && sequence(first: provided) { $0.adapted }.allSatisfy(\.isPlain)
    return Provider(
      adapter, to: provided, slot: slot(for: isKept, of: route),
      existential: existential(declaration.provided.type, declaration.required))
  }
}
