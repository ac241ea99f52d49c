import WaymarkRuntime

// Adapters, each of which leads to the provider of another token.
extension Linker {
  /// Returns the adapters below that lead to replaced or decorated tokens and need new providers.
  func findInheritedAdapters() -> [CompiledAdapter] {
    guard let below, below.hasAdapters, isReplacing || !part.decorators.isEmpty else { return [] }
    var found: [CompiledAdapter] = []
    var replaced = changes.first.map(\.token.key) + part.decorators.map(\.declaration.token.key)
    var seen = Set(changes.first.map(\.token.key))
    while let key = replaced.popLast() {
      for adapter in below.adapters(to: key) {
        let required = adapter.declaration.required.key
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
    var open: [TokenKey: CompiledAdapter] = [:]
    for adapter in adapters {
      let key = adapter.declaration.required.key
      // Another declaration of the token came first.
      if case .route? = changes[key]?.source { continue }
      if open[key] == nil { open[key] = adapter }
    }
    for adapter in adapters where open[adapter.declaration.required.key] === adapter {
      // Follow the chain to a token with a provider, then return.
      var chain = [adapter]
      var isCycle = false
      while let last = chain.last, let next = open[last.declaration.provided.key] {
        if let first = chain.firstIndex(where: { $0 === next }) {
          adapterCycles.append(turned(chain[first...]))
          isCycle = true
          break
        }
        chain.append(next)
      }
      for adapter in chain.reversed() where open.removeValue(forKey: adapter.declaration.required.key) != nil
      {
        let key = adapter.declaration.provided.key
        let provided = isCycle && adapter === chain.last ? nil : own[key] ?? below?.provider(for: key)
        add(provider(adapter, to: provided ?? missing(adapter)))
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

  /// Returns a provider in place of the one to which an adapter leads and that doesn't exist.
  private func missing(_ adapter: CompiledAdapter) -> Provider {
    let declaration = UnimplementedDependency.declaration(
      of: adapter.declaration.provided, at: adapter.declaration.location)
    let route = CompiledRoute(declaration, module: nil, instanceSlot: nil)
    return Provider(declaration.bindings[0], route, slot: nil, existential: nil)
  }

  private mutating func provider(_ adapter: CompiledAdapter, to provided: Provider) -> Provider {
    let declaration = adapter.declaration
    guard !declaration.required.role.isModule, declaration.isPlain else {
      return Provider(adapter, to: provided, slot: nil, existential: nil)
    }
    let route = provided.route.declaration
    let isKept = route.isKeptToTheEnd && isPlain(provided)
    return Provider(
      adapter, to: provided, slot: slot(for: isKept, of: route),
      existential: existential(declaration.provided.type, declaration.required))
  }

  private func isPlain(_ provider: Provider) -> Bool {
    if provider.decoration != nil { return false }
    if let adapted = provider.adapted {
      return provider.adapter?.declaration.isPlain ?? false && isPlain(adapted)
    }
    return provider.binding?.isPlain ?? false
  }
}
