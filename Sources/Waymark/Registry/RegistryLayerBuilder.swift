import WaymarkRuntime

/// Builds a layer of a registry from declarations that passed the rules.
struct RegistryLayerBuilder {
  private let program: Program
  private var slotCount: Int
  private var scopes: [RegistryLayer.ScopeSlots]
  private var providers = InlineList<Provider>()
  private var names: [RouteName: CompiledRoute] = [:]
  private var declarations = InlineList<RegistryLayer.Declaration>()
  /// The providers by their keys; empty if there are no adapters to look them up.
  private var own: [TokenKey: Provider] = [:]
  private let hasAdapters: Bool

  init(_ program: Program) {
    self.program = program
    slotCount = program.base?.layer.instanceSlotCount ?? 0
    scopes = program.base?.layer.scopes ?? []
    hasAdapters = !program.adapters.isEmpty || program.base?.layer.hasAdapters ?? false
  }

  /// Returns the layer, merged with the base's layers that are too small to stay separate.
  consuming func layer() -> RegistryLayer {
    var next = 0
    var adapters: [CompiledAdapter] = []
    for route in program.routes {
      while next < program.adapters.count, program.adapters[next].ordinal < route.ordinal {
        adapters.append(compiled(program.adapters[next]))
        next += 1
      }
      add(route)
    }
    adapters += program.adapters[next...].map { compiled($0) }
    if hasAdapters { add(adapters + adaptersOfTheBase()) }
    return RegistryLayer(
      providers: providers, names: names,
      adapters: Dictionary(grouping: adapters) { $0.declaration.provided.key },
      declarations: declarations, below: program.base?.layer, instanceSlotCount: slotCount, scopes: scopes,
      patternIndex: program.mode == .new ? program.patternIndex : nil
    ).compacted()
  }

  /// Returns a new slot for an instance of a route, or for its conversion.
  private mutating func slot(for isKept: Bool, of route: RouteDeclaration) -> Int? {
    guard isKept else { return nil }
    guard let scope = route.scope else {
      defer { slotCount += 1 }
      return slotCount
    }
    let place = scopes.firstIndex { $0.scope == scope } ?? scopes.endIndex
    if place == scopes.endIndex { scopes.append(RegistryLayer.ScopeSlots(scope: scope, count: 0)) }
    defer { scopes[place].count += 1 }
    if route.hasLifecycle { scopes[place].hasLifecycles = true }
    return -2 - scopes[place].count
  }

  private mutating func add(_ provider: Provider) {
    if hasAdapters { own[provider.token.key] = provider }
    providers.append(provider)
  }

  private mutating func compiled(_ adapter: Program.DeclaredAdapter) -> CompiledAdapter {
    let compiled = CompiledAdapter(adapter.declaration, module: adapter.module)
    declarations.append(.adapter(compiled))
    return compiled
  }

  private mutating func add(_ declared: Program.DeclaredRoute) {
    let declaration = declared.declaration
    let route = CompiledRoute(
      declaration, module: declared.module,
      instanceSlot: slot(for: declaration.lifetime != .transient, of: declaration))
    declarations.append(.route(route))
    for name in declaration.names { names[name] = route }
    for binding in declaration.bindings {
      let isKept = declaration.isKeptAsRequested && !binding.role.isModule
      let existential =
        binding.isPlain && !binding.role.isModule ? existential(declaration.destination, binding.token) : nil
      add(Provider(binding, route, slot: slot(for: isKept, of: declaration), existential: existential))
    }
  }

  private func existential(_ type: Any.Type, _ token: TokenDescription) -> ExistentialConversion? {
    ExistentialConversion(
      from: type, to: token.type, isOnMainActor: token.role.kind == .view, using: program.conformances)
  }

  /// Returns the base's adapters that lead to replaced tokens, because they need new providers too.
  private func adaptersOfTheBase() -> [CompiledAdapter] {
    guard program.mode == .overriding, let base = program.base, base.layer.hasAdapters else { return [] }
    var found: [CompiledAdapter] = []
    var replaced = program.claims.first.map(\.token.key)
    var seen = Set(replaced)
    while let key = replaced.popLast() {
      for adapter in base.layer.adapters(to: key) {
        let required = adapter.declaration.required.key
        guard base.provider(for: required)?.adapter === adapter, seen.insert(required).inserted else {
          continue
        }
        found.append(adapter)
        replaced.append(required)
      }
    }
    return found
  }

  /// Adds the providers of adapters, each after the provider of its provided token.
  private mutating func add(_ adapters: [CompiledAdapter]) {
    var open = Dictionary(
      adapters.map { ($0.declaration.required.key, $0) }, uniquingKeysWith: { first, _ in first })
    for adapter in adapters {
      // Follow the chain to a token that has a provider, and then return; the rules have excluded cycles.
      var chain = [adapter]
      while let last = chain.last, let next = open[last.declaration.provided.key] { chain.append(next) }
      for adapter in chain.reversed() where open.removeValue(forKey: adapter.declaration.required.key) != nil
      {
        let key = adapter.declaration.provided.key
        guard let provided = own[key] ?? program.base?.provider(for: key) else { continue }
        add(provider(adapter, to: provided))
      }
    }
  }

  private mutating func provider(_ adapter: CompiledAdapter, to provided: Provider) -> Provider {
    let declaration = adapter.declaration
    guard !declaration.required.role.isModule, declaration.isPlain else {
      return Provider(adapter, to: provided, slot: nil, existential: nil)
    }
    let route = provided.route.declaration
    let isKept = route.isKeptAsRequested && isPlain(provided)
    return Provider(
      adapter, to: provided, slot: slot(for: isKept, of: route),
      existential: existential(declaration.provided.type, declaration.required))
  }

  /// Returns whether a provider's result is the destination itself.
  private func isPlain(_ provider: Provider) -> Bool {
    if let adapted = provider.adapted {
      return provider.adapter?.declaration.isPlain ?? false && isPlain(adapted)
    }
    return provider.binding?.isPlain ?? false
  }
}

extension RouteDeclaration {
  /// Whether the instance is kept until the registry or the scope ends, so that its conversions can be kept too.
  fileprivate var isKeptAsRequested: Bool { lifetime == .singleton || lifetime == .scoped }

  /// Whether a scope keeps the instance, or the value of one is a parameter.
  var usesScopes: Bool { scope != nil || parameters.contains(where: \.isScope) }
}
