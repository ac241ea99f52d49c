import WaymarkRuntime

/// Builds a layer of a registry from declarations that passed the rules.
struct RegistryLayerBuilder {
  private let program: Program
  private var slotCount: Int
  private var scopes: [RegistryLayer.ScopeSlots]
  private var providers = InlineList<Provider>()
  private var names: [RouteName: CompiledRoute] = [:]
  private var declarations = InlineList<RegistryLayer.Declaration>()
  /// The providers by key, filled only for adapters.
  private var own: [TokenKey: Provider] = [:]
  private let hasAdapters: Bool
  /// The decorators of all tokens, including the base's.
  private var decorators: [TokenKey: [CompiledDecorator]]
  /// The contributing routes by ordinal.
  private var contributing: [Int: CompiledRoute] = [:]

  init(_ program: Program) {
    self.program = program
    slotCount = program.base?.layer.instanceSlotCount ?? 0
    scopes = program.base?.layer.scopes ?? []
    hasAdapters = !program.adapters.isEmpty || program.base?.layer.hasAdapters ?? false
    decorators = program.base?.layer.decorators ?? [:]
    guard program.mode == .overriding, !decorators.isEmpty else { return }
    for provision in program.provisions.first {
      guard let layer = program.base?.layer, decorators[provision.token.key] != nil else { continue }
      let inherited = layer.decorators(of: provision.token.key, replacingOverrides: true)
      decorators[provision.token.key] = inherited.isEmpty ? nil : inherited
    }
  }

  /// Returns the first picked profile of a declaration, or nil outside of ``When``.
  private func profile(_ condition: ProfileCondition?) -> Profile? {
    condition?.profiles(among: program.profiles.picked).first
  }

  /// Returns the layer, merged with small layers of the base.
  consuming func layer() -> RegistryLayer {
    var next = 0
    var adapters: [CompiledAdapter] = []
    let added = program.decorators.map { decorator in
      CompiledDecorator(
        decorator.declaration, module: decorator.module, profile: profile(decorator.condition),
        isOverride: program.mode == .overriding)
    }
    for decorator in added { decorators[decorator.declaration.token.key, default: []].append(decorator) }
    declarations.reserveCapacity(program.routes.count + program.adapters.count + program.decorators.count)
    providers.reserveCapacity(program.routes.reduce(0) { $0 + $1.declaration.bindings.count })
    for route in program.routes {
      while next < program.adapters.count, program.adapters[next].ordinal < route.ordinal {
        adapters.append(compiled(program.adapters[next]))
        next += 1
      }
      add(route)
    }
    adapters += program.adapters[next...].map { compiled($0) }
    addUnimplemented()
    let inherited = program.inheritedAdapters
    decorateTheBase(except: Set(inherited.map(\.declaration.required.key)))
    if hasAdapters { add(adapters + inherited) }
    for decorator in added { declarations.append(.decorator(decorator)) }
    let collections = program.collections.map { collection($0) }
    return RegistryLayer(
      providers: providers, names: names,
      adapters: Dictionary(grouping: adapters) { $0.declaration.provided.key },
      collections: Dictionary(
        collections.map { ($0.token.key, $0) }, uniquingKeysWith: { first, _ in first }),
      decorators: decorators, declarations: declarations, below: program.base?.layer,
      instanceSlotCount: slotCount, scopes: scopes,
      patternIndex: program.mode == .new ? program.patternIndex : nil
    ).compacted()
  }

  /// Returns a new slot for an instance or its conversion.
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

  /// Adds a provider inside of its token's decorators.
  private mutating func add(_ provider: Provider) {
    let provider =
      decorators.isEmpty
      ? provider : decorated(provider, by: (decorators[provider.token.key] ?? [])[...])
    if hasAdapters { own[provider.token.key] = provider }
    providers.append(provider)
  }

  private mutating func compiled(_ adapter: Program.DeclaredAdapter) -> CompiledAdapter {
    let compiled = CompiledAdapter(
      adapter.declaration, module: adapter.module, profile: profile(adapter.condition))
    declarations.append(.adapter(compiled))
    return compiled
  }

  private mutating func add(_ declared: Program.DeclaredRoute) {
    let declaration = declared.declaration
    let route = CompiledRoute(
      declaration, module: declared.module, profile: profile(declared.condition),
      instanceSlot: slot(for: declaration.lifetime != .transient, of: declaration))
    declarations.append(.route(route))
    for name in declaration.names { names[name] = route }
    if !declaration.contributions.isEmpty { contributing[declared.ordinal] = route }
    for binding in declaration.bindings {
      // A route with a configuration keeps no instance to the end, so the slot is never a configuration's.
      let slot = slot(for: declaration.isKeptAsRequested, of: declaration)
      let existential =
        binding.isPlain && !binding.role.isModule ? existential(declaration.destination, binding.token) : nil
      add(Provider(binding, route, slot: slot, existential: existential))
    }
  }

  private func existential(_ type: Any.Type, _ token: TokenDescription) -> ExistentialConversion? {
    ExistentialConversion(
      from: type, to: token.type, isOnMainActor: token.role.kind == .view, using: program.conformances)
  }

  /// Adds the adapters' providers, each after the provider of its provided token.
  private mutating func add(_ adapters: [CompiledAdapter]) {
    var open = Dictionary(
      adapters.map { ($0.declaration.required.key, $0) }, uniquingKeysWith: { first, _ in first })
    for adapter in adapters {
      // Follow the chain to a token with a provider, then return. The rules have excluded cycles.
      var chain = [adapter]
      while let last = chain.last, let next = open[last.declaration.provided.key] { chain.append(next) }
      for adapter in chain.reversed() where open.removeValue(forKey: adapter.declaration.required.key) != nil
      {
        let key = adapter.declaration.provided.key
        guard let provided = own[key] ?? program.base?.layer.provider(for: key) else { continue }
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

  private func isPlain(_ provider: Provider) -> Bool {
    if provider.decoration != nil { return false }
    if let adapted = provider.adapted {
      return provider.adapter?.declaration.isPlain ?? false && isPlain(adapted)
    }
    return provider.binding?.isPlain ?? false
  }
}

extension RegistryLayerBuilder {
  /// Returns a provider inside of decorators, innermost first.
  private mutating func decorated(
    _ provider: Provider, by decorators: ArraySlice<CompiledDecorator>
  ) -> Provider {
    var provider = provider
    for decorator in decorators {
      let route = provider.route.declaration
      let slot = slot(for: route.lifetime != .transient, of: route)
      provider = Provider(Decoration(decorator, around: provider, slot: slot))
    }
    return provider
  }

  /// Adds decorators to the base's providers, except to the rebuilt adapters of the base.
  private mutating func decorateTheBase(except rebuilt: Set<TokenKey>) {
    guard let base = program.base else { return }
    var seen = rebuilt
    for decorator in program.decorators {
      let key = decorator.declaration.token.key
      guard program.provisions[key] == nil, seen.insert(key).inserted,
        let provider = base.layer.provider(for: key),
        let all = decorators[key]
      else { continue }
      let decorated = decorated(provider, by: all[base.layer.decorators(of: key).count...])
      if hasAdapters { own[key] = decorated }
      providers.append(decorated)
    }
  }

  /// Adds providers that throw an error in place of an isolated module's missing dependencies.
  private mutating func addUnimplemented() {
    guard program.isIsolated else { return }
    for declaration in program.unimplementedRoutes {
      let route = CompiledRoute(declaration, module: nil, instanceSlot: nil)
      for binding in declaration.bindings { add(Provider(binding, route, slot: nil, existential: nil)) }
    }
  }

  /// Returns a collection, and adds the provider of its array.
  private mutating func collection(_ plan: CollectionPlan) -> CompiledCollection {
    let inBase = program.base?.layer.collection(for: plan.token.key)
    var hasArray = inBase?.hasArray ?? false
    let members = plan.elements.compactMap { element -> CompiledCollection.Member? in
      switch element.source {
      case .base(let index): return inBase?.members[index]
      case .declared(let ordinal, let contribution):
        guard let route = contributing[ordinal] else { return nil }
        hasArray = true
        let declaration = route.declaration
        let binding = contribution.binding
        let existential =
          binding.isPlain ? existential(declaration.destination, contribution.token) : nil
        let slot = slot(for: declaration.isKeptAsRequested, of: declaration)
        return CompiledCollection.Member(
          provider: Provider(binding, route, slot: slot, existential: existential), key: element.key,
          order: element.order)
      }
    }
    let collection = CompiledCollection(
      plan.token, members, hasArray: hasArray, isEarly: program.stage == .early)
    if hasArray { providers.append(array(of: collection, plan)) }
    return collection
  }

  /// Returns the provider of a collection's array, which a service or view requests like any other dependency.
  private func array(of collection: CompiledCollection, _ plan: CollectionPlan) -> Provider {
    func form<Element>(_: Element.Type) -> (Binding, Factory) {
      let make = MakeFunction { registry, _ in try registry.makeAll(Element.self, of: collection) }
      return (Binding(plan.token.array) { (all: [Element]) in all }, Factory(make, prepare: nil))
    }
    let (binding, factory) = _openExistential(plan.token.type, do: form)
    let location =
      plan.elements.first?.route.location ?? program.replacements.first?.declaration.location
      ?? DeclarationLocation(fileID: #fileID, line: #line)
    let declaration = RouteDeclaration(
      plan.token.role.kind, binding.type,
      InlineList([
        RouteEntryValue(.binding(binding)), RouteEntryValue(.feature(CollectionMark(token: plan.token))),
      ]),
      factory, location, parameters: [], isOpen: false)
    let route = CompiledRoute(declaration, module: nil, instanceSlot: nil)
    return Provider(binding, route, slot: nil, existential: nil)
  }
}

extension RouteDeclaration {
  /// Whether the registry or the scope keeps the instance to the end, so that it can also keep conversions.
  fileprivate var isKeptAsRequested: Bool { lifetime == .singleton || lifetime == .scoped }

  /// Whether a scope keeps the instance or provides a parameter.
  var usesScopes: Bool { scope != nil || parameters.contains(where: \.isScope) }
}
