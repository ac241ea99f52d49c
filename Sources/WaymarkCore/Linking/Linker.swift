import WaymarkRuntime

/// Links declarations onto an image, adding to its declarations or replacing them.
///
/// It links declarations with errors, too, because the rules check the linked image: the first of several declarations
/// of a token counts, and an adapter to a missing token leads to a placeholder that nothing makes.
struct Linker {
  /// The settings of all steps.
  struct Settings {
    /// The image of the base.
    let base: RegistryImage?
    /// Whether the registry overrides its base.
    let isOverride: Bool
    let stage: Registry.Stage
    let picked: [Profile]
    /// The index of the program's conformances, or nil for few checks.
    let conformances: ConformanceIndex?
    /// The types of the modules, with those of the base.
    let modules: LayeredList<ObjectIdentifier>?
  }

  let settings: Settings
  /// Whether the declarations belong to the picked profiles, and so are the second step.
  let isProfile: Bool
  /// Whether the declarations replace others.
  var isReplacing: Bool { isProfile || settings.isOverride }
  let below: RegistryImage?

  /// The declarations, with names in place of types that have only one name.
  private(set) var part: LinkedPart
  private(set) var changes = Changes()
  private(set) var collections: [CollectionPlan] = []
  /// The adapters that lead to each other in a cycle, beginning with the first declared one.
  var adapterCycles: [[CompiledAdapter]] = []
  /// The adapters of the image below that lead to replaced or decorated tokens, and have new providers.
  private(set) var inheritedAdapters: [CompiledAdapter] = []
  private(set) var routes: [CompiledRoute] = []
  private(set) var adapters: [CompiledAdapter] = []
  private(set) var decorators: [CompiledDecorator] = []

  private var slotCount: Int
  /// The content of the image, with the decorators of all tokens, including those below.
  private var contents = RegistryImage.Contents()
  /// The providers by key, filled only for adapters.
  var own: [TokenDescription: Provider] = [:]
  private let hasAdapters: Bool
  /// The contributing routes by ordinal.
  private var contributing: [Int: CompiledRoute] = [:]

  init(_ part: LinkedPart, onto below: RegistryImage?, isProfile: Bool, _ settings: Settings) {
    self.settings = settings
    self.isProfile = isProfile
    self.below = below
    self.part = part
    slotCount = below?.instanceSlotCount ?? 0
    contents.scopes = below?.scopes ?? []
    hasAdapters = !part.adapters.isEmpty || below?.hasAdapters ?? false
    contents.decorators = below?.decorators ?? [:]
  }

  /// Returns the image with the declarations.
  ///
  /// - Parameter placeholders: The routes in place of an isolated module's missing dependencies.
  mutating func image(_ placeholders: [RouteDeclaration] = []) -> RegistryImage {
    if isReplacing, let below, below.hasNames { nameReplacements(in: below) }
    addChanges()
    collections = planCollections()
    if hasNames { nameTargets() }
    replaceDecorators()
    addRoutesAndAdapters()
    for placeholder in placeholders { add(Provider(undeclared: placeholder)) }
    inheritedAdapters = findInheritedAdapters()
    decorateBelow(except: Set(inheritedAdapters.map(\.declaration.required)))
    if hasAdapters { add(adapters + inheritedAdapters) }
    for decorator in decorators { contents.declarations.append(.decorator(decorator)) }
    contents.adapters = Dictionary(grouping: adapters) { $0.declaration.provided }
    for plan in collections { contents.collections[plan.token] = collection(plan) }
    return RegistryImage(
      contents, below: below, extending: settings.isOverride ? nil : settings.base,
      instanceSlotCount: slotCount, stage: settings.stage, modules: settings.modules)
  }

  // MARK: - Names

  /// Gives unnamed tokens the only names that their types have below.
  private mutating func nameReplacements(in below: RegistryImage) {
    func named(_ token: TokenDescription) -> TokenDescription {
      guard below.severalNames(of: token) == nil else { return token }
      let name =
        token.role.isCollection ? below.collection(for: token)?.token : below.provider(for: token)?.token
      // A profile of an extension replaces nothing of the base.
      guard let name, settings.isOverride || settings.base?.answer(name).isAny != true else { return token }
      return name
    }
    part.routes = part.routes.map { $0.map { $0.replacing(named) } }
    part.adapters = part.adapters.map { $0.map { $0.connecting(named($0.required), for: $0.provided) } }
    part.replacements = part.replacements.map { $0.map { $0.replacing(named($0.token)) } }
  }

  private var hasNames: Bool {
    below?.hasNames ?? false || changes.first.contains { $0.token.isNamed }
      || collections.contains { $0.token.isNamed }
  }

  /// Gives the unnamed tokens of adapters and decorators the only names that their types have.
  private mutating func nameTargets() {
    var names: [TokenDescription: [TokenDescription]] = [:]
    for token in changes.first.map(\.token) + collections.map(\.token) where token.isNamed {
      names[token.unnamed, default: []].append(token)
    }
    func named(_ token: TokenDescription) -> TokenDescription {
      guard !token.isNamed, changes[token] == nil else { return token }
      let known = below?.provider(for: token)
      if let known, known.token == token, !known.route.isUnimplemented { return token }
      let own = names[token] ?? []
      let all = (below?.names(of: token) ?? []).filter { !own.contains($0) } + own
      return all.count == 1 ? all[0] : token
    }
    part.adapters = part.adapters.map { $0.map { $0.connecting($0.required, for: named($0.provided)) } }
    part.decorators = part.decorators.map { $0.map { $0.decorating(named($0.token)) } }
  }

  // MARK: - Routes

  private mutating func addChanges() {
    part.forEach { route in
      for binding in route.declaration.bindings { changes.add(binding.token, .route(route), over: below) }
    } adapter: { adapter in
      changes.add(adapter.declaration.required, .adapter(adapter), over: below)
    }
  }

  /// Adds the part's decorators, and removes the ones of earlier overrides of replaced tokens.
  private mutating func replaceDecorators() {
    if isReplacing, let base = settings.base, !contents.decorators.isEmpty {
      for change in changes.first {
        guard let all = contents.decorators[change.token] else { continue }
        let replaced = base.decorators(of: change.token).filter(\.isOverride)
        let inherited = all.filter { decorator in !replaced.contains { $0 === decorator } }
        contents.decorators[change.token] = inherited.isEmpty ? nil : inherited
      }
    }
    decorators = part.decorators.map { decorator in
      CompiledDecorator(
        decorator.declaration, module: decorator.module, profile: profile(decorator.condition),
        isOverride: settings.isOverride)
    }
    for decorator in decorators {
      contents.decorators[decorator.declaration.token, default: []].append(decorator)
    }
  }

  /// Adds the routes with their providers, and the adapters, in the order of declaration.
  private mutating func addRoutesAndAdapters() {
    contents.declarations.reserveCapacity(part.routes.count + part.adapters.count + part.decorators.count)
    contents.providers.reserveCapacity(part.routes.reduce(0) { $0 + $1.declaration.bindings.count })
    part.forEach(route: { add($0) }, adapter: { add($0) })
  }

  /// Returns the first picked profile of a declaration, or nil outside of ``When``.
  private func profile(_ condition: ProfileCondition?) -> Profile? {
    condition?.profiles(among: settings.picked).first
  }

  /// Returns a new slot for an instance or its conversion.
  mutating func slot(for isKept: Bool, of route: RouteDeclaration) -> Int? {
    guard isKept else { return nil }
    guard let scope = route.scope else {
      defer { slotCount += 1 }
      return slotCount
    }
    let place = contents.scopes.firstIndex { $0.scope == scope } ?? contents.scopes.endIndex
    if place == contents.scopes.endIndex {
      contents.scopes.append(RegistryImage.ScopeSlots(scope: scope, count: 0))
    }
    defer { contents.scopes[place].count += 1 }
    if route.hasLifecycle { contents.scopes[place].hasLifecycles = true }
    return -2 - contents.scopes[place].count
  }

  /// Adds a provider inside of its token's decorators.
  mutating func add(_ provider: Provider) {
    let provider =
      contents.decorators.isEmpty
      ? provider : decorated(provider, by: (contents.decorators[provider.token] ?? [])[...])
    if hasAdapters, own[provider.token] == nil { own[provider.token] = provider }
    contents.providers.append(provider)
  }

  private mutating func add(_ declared: Declared<Adapter>) {
    let adapter = CompiledAdapter(
      declared.declaration, module: declared.module, profile: profile(declared.condition))
    adapters.append(adapter)
    contents.declarations.append(.adapter(adapter))
  }

  private mutating func add(_ declared: Linked.Route) {
    let declaration = declared.declaration
    let route = CompiledRoute(
      declaration, module: declared.module, profile: profile(declared.condition),
      instanceSlot: slot(for: declaration.lifetime != .transient, of: declaration))
    routes.append(route)
    contents.declarations.append(.route(route))
    for name in declaration.names { contents.names[name] = route }
    if !declaration.contributions.isEmpty { contributing[declared.ordinal] = route }
    for binding in declaration.bindings { add(provider(binding, of: route)) }
  }

  private mutating func provider(_ binding: Binding, of route: CompiledRoute) -> Provider {
    let declaration = route.declaration
    // A route with a configuration keeps no instance to the end, so the slot is never a configuration's.
    let slot = slot(for: declaration.isKeptToTheEnd, of: declaration)
    let existential =
      binding.isPlain && !binding.role.isModule ? existential(declaration.destination, binding.token) : nil
    return Provider(binding, route, slot: slot, existential: existential)
  }

  func existential(_ type: Any.Type, _ token: TokenDescription) -> ExistentialConversion? {
    ExistentialConversion(
      from: type, to: token.type, isOnMainActor: token.role.kind == .view, using: settings.conformances)
  }

  // MARK: - Decorators

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

  /// Adds the part's decorators to providers below, except to the rebuilt adapters.
  private mutating func decorateBelow(except rebuilt: Set<TokenDescription>) {
    guard let below else { return }
    var seen = rebuilt
    for decorator in decorators {
      let key = decorator.declaration.token
      guard changes[key] == nil, seen.insert(key).inserted, let provider = below.provider(for: key),
        let all = contents.decorators[key]
      else { continue }
      let decorated = decorated(provider, by: all[below.decorators(of: key).count...])
      if hasAdapters { own[key] = decorated }
      contents.providers.append(decorated)
    }
  }

  // MARK: - Collections

  /// Returns a collection, and adds the provider of its array.
  private mutating func collection(_ plan: CollectionPlan) -> CompiledCollection {
    var hasArray = below?.collection(withToken: plan.token)?.hasArray ?? false
    let members = plan.elements.compactMap { element -> CompiledCollection.Member? in
      switch element.source {
      case .below(let member): return member
      case .declared(let declared, let contribution):
        guard let route = contributing[declared.ordinal] else { return nil }
        hasArray = true
        return CompiledCollection.Member(
          provider: provider(contribution.binding, of: route), key: element.key, order: element.order)
      }
    }
    let collection = CompiledCollection(plan.token, members, hasArray: hasArray)
    if hasArray { contents.providers.append(array(of: collection, plan)) }
    return collection
  }

  /// Returns the provider of a collection's array, which a service or view requests like any other dependency.
  private func array(of collection: CompiledCollection, _ plan: CollectionPlan) -> Provider {
    let location =
      plan.elements.first?.route.location ?? part.replacements.first?.declaration.location
      ?? DeclarationLocation(fileID: #fileID, line: #line)
    func route<Element>(_: Element.Type) -> RouteDeclaration {
      let make = MakeFunction { registry, _ in try registry.makeAll(Element.self, of: collection) }
      return RouteDeclaration(plan.token.array, .collection(plan.token), location, make)
    }
    return Provider(undeclared: _openExistential(plan.token.type, do: route))
  }
}

extension RouteDeclaration {
  /// Whether a scope keeps the instance or provides a parameter.
  var usesScopes: Bool { scope != nil || parameters.contains(where: \.isScope) }
}
