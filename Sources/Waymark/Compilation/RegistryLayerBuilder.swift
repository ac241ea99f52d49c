import WaymarkRuntime

/// Makes the layer of a registry of declarations that the rules have let through.
struct RegistryLayerBuilder {
  private let program: Program
  private var slotCount: Int
  private var providers: [(key: UInt, value: Provider)] = []
  private var own: [TokenKey: Provider] = [:]
  private var records: [RouteRecord] = []

  init(_ program: Program) {
    self.program = program
    slotCount = program.base?.layer.instanceSlotCount ?? 0
  }

  /// The layer, with the small ones of the base taken in.
  consuming func layer() -> RegistryLayer {
    for route in program.routes { add(route.draft) }
    let adapters = program.adapters.map(\.draft)
    add(adapters + adaptersOfTheBase())
    let routes = zip(program.routes, records).map { ($0.ordinal, RegistryLayer.Declaration.route($1)) }
    let others = program.adapters.map { ($0.ordinal, RegistryLayer.Declaration.adapter($0.draft)) }
    let declarations = others.isEmpty ? routes.map(\.1) : (routes + others).sorted { $0.0 < $1.0 }.map(\.1)
    return RegistryLayer(
      providers: IdentityTable(providers),
      identifiers: Dictionary(
        records.flatMap { route in route.draft.identifiers.map { ($0, route) } }, uniquingKeysWith: { $1 }),
      urls: Dictionary(
        records.flatMap { route in route.draft.patterns.map { ($0.shape.key, LinkedPattern($0, route)) } },
        uniquingKeysWith: { $1 }),
      destinations: Dictionary(grouping: records) { ObjectIdentifier($0.draft.destination) },
      adapters: Dictionary(grouping: adapters) { $0.provided.key }, declarations: declarations,
      below: program.base?.layer, instanceSlotCount: slotCount
    ).compacted()
  }

  private mutating func slot(for isKept: Bool) -> Int? {
    guard isKept else { return nil }
    defer { slotCount += 1 }
    return slotCount
  }

  private mutating func add(_ provider: Provider) {
    own[provider.token.key] = provider
    providers.append((provider.token.key.word, provider))
  }

  private mutating func add(_ draft: RouteDraft) {
    let record = RouteRecord(draft, instanceSlot: slot(for: draft.lifetime != .transient))
    records.append(record)
    for provision in draft.provisions {
      let slot = slot(for: draft.lifetime == .singleton)
      add(provision.provider(record, slot))
    }
    for provision in draft.moduleProvisions { add(provision.provider(record)) }
  }

  /// The adapters of the base that lead to something which is replaced now: they get new providers too.
  private func adaptersOfTheBase() -> [AdapterDraft] {
    guard program.mode == .overriding, let base = program.base, base.layer.hasAdapters else { return [] }
    var found: [AdapterDraft] = []
    var replaced = program.claimedTokens.map(\.key)
    var seen = Set(replaced)
    while let key = replaced.popLast() {
      for adapter in base.layer.adapters(to: key)
      where base.provider(for: adapter.required.key)?.adapter === adapter
        && seen.insert(adapter.required.key).inserted
      {
        found.append(adapter)
        replaced.append(adapter.required.key)
      }
    }
    return found
  }

  /// Adds the providers of adapters, each after the one that it leads to.
  private mutating func add(_ adapters: [AdapterDraft]) {
    var open = Dictionary(adapters.map { ($0.required.key, $0) }, uniquingKeysWith: { first, _ in first })
    for adapter in adapters {
      // Follow the chain to something that has a provider, then come back; the rules have excluded circles.
      var chain = [adapter]
      while let last = chain.last, let next = open[last.provided.key] { chain.append(next) }
      for adapter in chain.reversed() where open.removeValue(forKey: adapter.required.key) != nil {
        let key = adapter.provided.key
        guard let provided = own[key] ?? program.base?.provider(for: key) else { continue }
        let slot = slot(for: provided.route.draft.lifetime == .singleton && isPlain(adapter, on: provided))
        add(adapter.provider(provided, adapter, slot))
      }
    }
  }

  /// Whether the destination itself is what comes out at the end of a chain of adapters.
  private func isPlain(_ adapter: AdapterDraft, on provided: Provider) -> Bool {
    guard adapter.isPlain, !adapter.required.role.isModule else { return false }
    if let next = provided.adapter {
      guard let further = own[next.provided.key] ?? program.base?.provider(for: next.provided.key) else {
        return false
      }
      return isPlain(next, on: further)
    }
    return provided.route.draft.provisions.first { $0.token == provided.token }?.isPlain ?? false
  }
}
