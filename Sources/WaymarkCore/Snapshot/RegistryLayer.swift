public import WaymarkRuntime

/// The result of one compilation: a new registry's declarations, or a derived registry's additions to its base.
///
/// A derived registry shares the layers of its base and looks through its own first. To keep look-ups fast, a new layer
/// absorbs lower layers that aren't at least twice its size (as in a log-structured merge). So there are at most log₂ n
/// layers, and an addition costs, on average, its size times that. Numbers and flags of a layer include lower layers.
@usableFromInline
package final class RegistryLayer: Sendable {
  /// A route, an adapter, or a decorator.
  enum Declaration: Sendable {
    case route(CompiledRoute)
    case adapter(CompiledAdapter)
    case decorator(CompiledDecorator)

    var route: CompiledRoute? { if case .route(let route) = self { route } else { nil } }
  }

  /// The providers in the order of declaration, and by their keys.
  ///
  /// If a type has a single name and no provider without one, its key also leads to that name's provider.
  let providers: InlineList<Provider>
  @usableFromInline let table: IdentityTable<Provider>
  /// The table's further providers, by the keys of their types, which the table doesn't retain.
  private let types: InlineList<(key: UInt, value: Provider)>
  /// The routes by their identifiers and URLs.
  let names: [RouteName: CompiledRoute]
  /// The adapters by the keys of their provided tokens.
  let adapters: [TokenKey: [CompiledAdapter]]
  /// The collections that this layer changes, each with all of its contributions.
  let collections: [TokenKey: CompiledCollection]
  /// The decorators of this layer and lower ones by the keys of their tokens, innermost first.
  let decorators: [TokenKey: [CompiledDecorator]]
  /// Routes, adapters, and decorators in the order of their declaration.
  let declarations: InlineList<Declaration>
  let below: RegistryLayer?

  let instanceSlotCount: Int
  /// The numbers of slots for each scope.
  let scopes: [ScopeSlots]
  /// Whether a scope keeps an instance or provides a parameter.
  let usesScopes: Bool
  let hasAdapters: Bool
  var hasDecorators: Bool { !decorators.isEmpty }
  let hasExclusiveRoutes: Bool
  /// Whether an instance starts or stops.
  let hasLifecycles: Bool
  /// Whether providers have names.
  let hasNames: Bool
  /// The number of routes, including replaced ones.
  let totalRouteCount: Int

  private let destinations = OnceReference<Destinations>()
  /// The data that later stages compute on first use: the index of URLs, the graph, and the start order.
  package let urlIndex = OnceReference<LazyPart>()
  let graph = OnceReference<LazyPart>()
  let startPlans = OnceReference<LazyPart>()
  /// The data from the rules about URLs, if there's no lower layer.
  package let patternIndex: LazyPart?

  /// The number of slots for the instances of a type's scopes.
  struct ScopeSlots: Sendable {
    let scope: any RouteScope.Type
    var count: Int
    var hasLifecycles = false
  }

  private var size: Int { providers.count + names.count }

  init(
    providers: InlineList<Provider>, names: [RouteName: CompiledRoute],
    adapters: [TokenKey: [CompiledAdapter]], collections: [TokenKey: CompiledCollection],
    decorators: [TokenKey: [CompiledDecorator]], declarations: InlineList<Declaration>, below: RegistryLayer?,
    instanceSlotCount: Int,
    scopes: [ScopeSlots],
    patternIndex: LazyPart? = nil
  ) {
    self.providers = providers
    types = Self.types(of: providers, over: below)
    table = Self.table(of: providers, types)
    hasNames = providers.contains { $0.name != 0 } || below?.hasNames ?? false
    self.names = names
    self.adapters = adapters
    self.collections = collections
    self.decorators = decorators
    self.declarations = declarations
    self.below = below
    self.instanceSlotCount = instanceSlotCount
    self.scopes = scopes
    self.patternIndex = patternIndex
    hasAdapters = !adapters.isEmpty || below?.hasAdapters ?? false
    var count = below?.totalRouteCount ?? 0
    var hasExclusiveRoutes = below?.hasExclusiveRoutes ?? false
    var usesScopes = below?.usesScopes ?? false
    var hasLifecycles = below?.hasLifecycles ?? false
    for case .route(let route) in declarations {
      count += 1
      hasExclusiveRoutes = hasExclusiveRoutes || route.declaration.isExclusive
      hasLifecycles = hasLifecycles || route.declaration.hasLifecycle
      usesScopes = usesScopes || route.declaration.usesScopes
    }
    totalRouteCount = count
    self.usesScopes =
      usesScopes
      || decorators.values.contains { $0.contains { $0.declaration.parameters.contains(where: \.isScope) } }
    self.hasLifecycles = hasLifecycles
    self.hasExclusiveRoutes = hasExclusiveRoutes
  }

  /// Creates a layer of one provider, from a simple override, over layers without adapters and exclusive routes.
  init(_ provider: Provider, over below: RegistryLayer, instanceSlotCount: Int) {
    providers = InlineList(provider)
    types = Self.types(of: providers, over: below)
    table = Self.table(of: providers, types)
    hasNames = provider.name != 0 || below.hasNames
    names = .init()
    adapters = .init()
    collections = .init()
    decorators = below.decorators
    declarations = InlineList(.route(provider.route))
    self.below = below
    self.instanceSlotCount = instanceSlotCount
    scopes = below.scopes
    patternIndex = nil
    hasAdapters = false
    hasExclusiveRoutes = false
    totalRouteCount = below.totalRouteCount + 1
    usesScopes = below.usesScopes
    hasLifecycles = below.hasLifecycles
  }

  /// Returns this layer, merged with small lower layers.
  func compacted() -> RegistryLayer {
    guard let below, below.size < 2 * size else { return self }
    var providers = InlineList<Provider>()
    for provider in below.providers where table[provider.token.key.word] == nil { providers.append(provider) }
    providers.append(contentsOf: self.providers)
    var declarations = below.declarations
    declarations.append(contentsOf: self.declarations)
    return RegistryLayer(
      providers: providers, names: below.names.merging(names) { $1 },
      adapters: below.adapters.merging(adapters) { $0 + $1 },
      collections: below.collections.merging(collections) { $1 }, decorators: decorators,
      declarations: declarations, below: below.below,
      instanceSlotCount: instanceSlotCount, scopes: scopes
    ).compacted()
  }

  func slotCount(of scope: Any.Type) -> Int { scopes.first { $0.scope == scope }?.count ?? 0 }

  /// Returns whether a scope has an instance that starts or stops.
  func hasLifecycles(in scope: Any.Type) -> Bool {
    hasLifecycles && scopes.contains { $0.scope == scope && $0.hasLifecycles }
  }

  // MARK: - Looking through the layers

  /// Returns the provider for a key, which for a type with a single name is that name's.
  func provider(for key: TokenKey) -> Provider? {
    guard let provider = unretained(key)?.object, provider.alternatives == nil else { return nil }
    return provider
  }

  /// Returns the provider for a key, which exists as long as this layer, without counting a reference.
  @inlinable
  @inline(__always)
  func unretained(_ key: TokenKey) -> UnretainedReference<Provider>? {
    table.unretainedInSlots(key.word) ?? unretainedElsewhere(key)
  }

  /// Returns the provider for a key of a table of one entry, or of a lower layer.
  @usableFromInline
  func unretainedElsewhere(_ key: TokenKey) -> UnretainedReference<Provider>? {
    // A layer retains lower ones.
    table.soleUnretained(key.word) ?? below?.unretained(key)
  }

  package func route(named name: RouteName) -> CompiledRoute? {
    var next: RegistryLayer? = self
    while let layer = next {
      if !layer.names.isEmpty, let route = layer.names[name] { return route }
      next = layer.below
    }
    return nil
  }

  /// Returns the routes for a destination type, including replaced ones.
  func routes(making destination: Any.Type) -> [CompiledRoute] {
    fromTheBase.flatMap { $0.ownDestinations[ObjectIdentifier(destination)] ?? [] }
  }

  /// Returns a collection, or nil if no layer changes it.
  func collection(for key: TokenKey) -> CompiledCollection? {
    var next: RegistryLayer? = self
    while let layer = next {
      if !layer.collections.isEmpty, let collection = layer.collections[key] { return collection }
      next = layer.below
    }
    return nil
  }

  /// The tokens of collections with contributions, in the order of their first contribution.
  var collectionTokens: [TokenDescription] {
    var seen: Set<TokenKey> = []
    return routes.flatMap(\.declaration.contributions).map(\.token).filter { seen.insert($0.key).inserted }
  }

  /// Returns the decorators of a token, innermost first, perhaps without decorators of replaced overrides.
  func decorators(of key: TokenKey, replacingOverrides: Bool = false) -> [CompiledDecorator] {
    guard !decorators.isEmpty, let all = decorators[key] else { return [] }
    return replacingOverrides ? all.filter { !$0.isOverride } : all
  }

  func isDecorated(_ key: TokenKey) -> Bool { !decorators.isEmpty && decorators[key] != nil }

  func adapters(to key: TokenKey) -> [CompiledAdapter] { fromTheBase.flatMap { $0.adapters[key] ?? [] } }

  /// The layers, oldest first.
  var fromTheBase: [RegistryLayer] {
    var layers: [RegistryLayer] = []
    var next: RegistryLayer? = self
    while let layer = next {
      layers.append(layer)
      next = layer.below
    }
    return layers.reversed()
  }

  /// The routes of all layers, in the order of their declaration.
  package var routes: [CompiledRoute] { fromTheBase.flatMap(\.declarations).compactMap(\.route) }

  // MARK: - By destination

  /// The routes of one layer by their destination types, computed on first use because few programs need it.
  private final class Destinations: Sendable {
    let routes: [ObjectIdentifier: [CompiledRoute]]

    init(_ layer: RegistryLayer) {
      var routes: [ObjectIdentifier: [CompiledRoute]] = [:]
      for case .route(let route) in layer.declarations {
        for type in route.declaration.madeTypes { routes[ObjectIdentifier(type), default: []].append(route) }
      }
      self.routes = routes
    }
  }

  private var ownDestinations: [ObjectIdentifier: [CompiledRoute]] {
    (destinations.unretained?.object ?? destinations.set(Destinations(self))).routes
  }
}
