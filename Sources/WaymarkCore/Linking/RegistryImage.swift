package import WaymarkRuntime

/// The result of one compilation: a new registry's declarations, or a derived registry's additions to its base.
///
/// A derived registry shares the layers of its base and looks through its own first. To keep look-ups fast, a new layer
/// absorbs lower layers that aren't at least twice its size (as in a log-structured merge). So there are at most log₂ n
/// layers, and an addition costs, on average, its size times that. Numbers and flags of a layer include lower layers.
package final class RegistryImage: Sendable {
  /// A route, an adapter, or a decorator.
  package enum Declaration: Sendable {
    case route(CompiledRoute)
    case adapter(CompiledAdapter)
    case decorator(CompiledDecorator)

    package var route: CompiledRoute? { if case .route(let route) = self { route } else { nil } }

    package var compiled: any CompiledDeclaration {
      switch self {
      case .route(let route): route
      case .adapter(let adapter): adapter
      case .decorator(let decorator): decorator
      }
    }

    package var identity: ObjectIdentifier { ObjectIdentifier(compiled) }
  }

  /// The layer's providers by their types and roles.
  ///
  /// A type with a single name and no provider without one leads to that name's provider.
  let table: IdentityTable<Provider>
  let below: RegistryImage?
  /// The image of the registry that this one extends, which keeps its own instances, or nil.
  private let extended: RegistryImage?
  /// The content of a compiled layer, or nil in the layer of a simple override.
  private let stored: StoredContents?
  /// The only provider of a simple override's layer.
  private let override: Provider?
  /// The provider to which the type of the override's name leads, which the table doesn't retain.
  private let overrideOfType: Provider?

  package let stage: Registry.Stage
  /// The types of the modules, which an extension skips.
  let modules: LayeredList<ObjectIdentifier>?
  let instanceSlotCount: Int
  /// The number of routes, including replaced ones.
  let totalRouteCount: Int
  /// The number of providers and names.
  let size: Int
  /// Whether a scope keeps an instance or provides a parameter.
  let usesScopes: Bool
  let hasAdapters: Bool
  let hasExclusiveRoutes: Bool
  /// Whether an instance starts or stops.
  let hasLifecycles: Bool
  /// Whether providers have names.
  let hasNames: Bool

  private let destinations = OnceReference<LazyPart>()
  /// The data that later stages compute on first use: the index of URLs, the graph, and the start order.
  package let urlIndex = OnceReference<LazyPart>()
  package let graph = OnceReference<LazyPart>()
  let lifecycleGraphs = OnceReference<LazyPart>()
  private let extendable = OnceReference<LazyPart>()
  private let repeated = OnceReference<LazyPart>()

  /// The needs of routes and decorators to which an extension can add, computed on first use.
  var extendableNeeds: [Dependency] {
    extendable.value {
      (below?.extendableNeeds ?? [])
        + declarations.flatMap { declaration -> [Dependency] in
          switch declaration {
          case .route(let route): route.declaration.dependencies
          case .decorator(let decorator):
            decorator.declaration.parameters.dependencies(in: decorator.declaration.token.role.kind)
          case .adapter: []
          }
        }.filter(\.isExtendable)
    }
  }

  /// The destination types of several routes with instances that start or stop, computed on first use.
  var repeatedDestinations: Set<ObjectIdentifier> {
    repeated.value {
      var seen: Set<ObjectIdentifier> = []
      let routes = routes.filter { $0.declaration.hasLifecycle && isInForce($0) }
      return Set(
        routes.map { ObjectIdentifier($0.declaration.destination) }.filter { !seen.insert($0).inserted })
    }
  }

  /// The content of a compiled layer.
  struct Contents: Sendable {
    var providers: [Provider] = []
    var names: [RouteName: CompiledRoute] = [:]
    var adapters: [TokenDescription: [CompiledAdapter]] = [:]
    var collections: [TokenDescription: CompiledCollection] = [:]
    var decorators: [TokenDescription: [CompiledDecorator]] = [:]
    var declarations: [Declaration] = []
    var scopes: [ScopeSlots] = []
  }

  private final class StoredContents: Sendable {
    let contents: Contents
    /// The providers with names.
    let named: [TokenDescription: Provider]
    /// The providers to which the types of names lead, which the table doesn't retain.
    private let types: [Provider]

    init(_ contents: Contents, _ named: [Provider], _ types: [Provider]) {
      self.contents = contents
      // The first of two declarations counts.
      self.named = named.isEmpty ? [:] : Dictionary(named.map { ($0.token, $0) }) { first, _ in first }
      self.types = types
    }
  }

  /// The providers in the order of declaration.
  package var providers: [Provider] {
    stored?.contents.providers ?? override.map { [$0] } ?? []
  }
  /// The routes by their identifiers and URLs.
  var names: [RouteName: CompiledRoute] { stored?.contents.names ?? [:] }
  /// The adapters by the keys of their provided tokens.
  var adapters: [TokenDescription: [CompiledAdapter]] { stored?.contents.adapters ?? [:] }
  /// The collections that this layer changes, each with all of its contributions.
  var collections: [TokenDescription: CompiledCollection] { stored?.contents.collections ?? [:] }
  /// The decorators of this layer and lower ones by the keys of their tokens, innermost first.
  var decorators: [TokenDescription: [CompiledDecorator]] {
    stored?.contents.decorators ?? below?.decorators ?? [:]
  }
  var hasDecorators: Bool { !decorators.isEmpty }
  /// Routes, adapters, and decorators in the order of their declaration.
  package var declarations: [Declaration] {
    stored?.contents.declarations ?? override.map { [.route($0.route)] } ?? []
  }
  /// The numbers of slots for each scope.
  var scopes: [ScopeSlots] { stored?.contents.scopes ?? below?.scopes ?? [] }

  /// The number of slots for the instances of a type's scopes.
  struct ScopeSlots: Sendable {
    let scope: any RouteScope.Type
    var count: Int
    var hasLifecycles = false
  }

  init(
    _ contents: Contents, below: RegistryImage?, extending extended: RegistryImage?, instanceSlotCount: Int,
    stage: Registry.Stage, modules: LayeredList<ObjectIdentifier>?
  ) {
    let providers = contents.providers
    let types = Self.types(of: providers, over: below)
    let named = providers.filter { $0.name != 0 }
    let unnamed = named.isEmpty ? providers : providers.filter { $0.name == 0 }
    table = IdentityTable(count: unnamed.count + types.count) { index in
      let provider = index < unnamed.count ? unnamed[index] : types[index - unnamed.count]
      return (provider.token.word, provider)
    }
    stored = StoredContents(contents, named, types)
    hasNames = !named.isEmpty || below?.hasNames ?? false
    override = nil
    overrideOfType = nil
    self.stage = stage
    self.modules = modules
    size = providers.count + contents.names.count
    self.below = below
    self.extended = extended
    self.instanceSlotCount = instanceSlotCount
    hasAdapters = !contents.adapters.isEmpty || below?.hasAdapters ?? false
    var count = below?.totalRouteCount ?? 0
    var hasExclusiveRoutes = below?.hasExclusiveRoutes ?? false
    var usesScopes = below?.usesScopes ?? false
    var hasLifecycles = below?.hasLifecycles ?? false
    for case .route(let route) in contents.declarations {
      count += 1
      hasExclusiveRoutes = hasExclusiveRoutes || route.declaration.isExclusive
      hasLifecycles = hasLifecycles || route.declaration.hasLifecycle
      usesScopes = usesScopes || route.declaration.usesScopes
    }
    totalRouteCount = count
    self.usesScopes =
      usesScopes
      || contents.decorators.values.contains {
        $0.contains { $0.declaration.parameters.contains(where: \.isScope) }
      }
    self.hasLifecycles = hasLifecycles
    self.hasExclusiveRoutes = hasExclusiveRoutes
  }

  /// Creates a layer of one provider, from a simple override, over layers without adapters and exclusive routes.
  init(overriding provider: Provider, over below: RegistryImage, instanceSlotCount: Int) {
    let ofType = provider.name == 0 ? provider : Self.forType(of: provider, besides: nil, over: below)
    table = IdentityTable(count: ofType == nil ? 0 : 1) { _ in (provider.token.word, ofType ?? provider) }
    self.below = below
    extended = nil
    stored = nil
    override = provider
    overrideOfType = ofType
    stage = below.stage
    modules = below.modules
    size = 1
    self.instanceSlotCount = instanceSlotCount
    totalRouteCount = below.totalRouteCount + 1
    usesScopes = below.usesScopes
    hasAdapters = false
    hasExclusiveRoutes = false
    hasLifecycles = below.hasLifecycles
    // The override replaces a provider with the same name, if any.
    hasNames = below.hasNames
  }

  /// Returns this layer, merged with small lower layers.
  func compacted() -> RegistryImage {
    guard let below, below.size < 2 * size else { return self }
    return merged(below.declarations + declarations).compacted()
  }

  /// Returns one layer with the content of this one and of the next lower one.
  ///
  /// - Parameter declarations: The declarations of both in a new order, perhaps without ones that have no effect.
  func merged(_ declarations: [Declaration]) -> RegistryImage {
    guard let below else { return self }
    var contents = Contents(
      names: below.names.merging(names) { $1 }, adapters: below.adapters.merging(adapters) { $0 + $1 },
      collections: below.collections.merging(collections) { $1 }, decorators: decorators,
      declarations: declarations, scopes: scopes)
    contents.providers.reserveCapacity(below.size + size)
    for provider in below.providers where ownProvider(for: provider.token) == nil {
      contents.providers.append(provider)
    }
    // An override needs no array for its provider.
    if let override { contents.providers.append(override) } else { contents.providers += providers }
    return RegistryImage(
      contents, below: below.below, extending: extended, instanceSlotCount: instanceSlotCount, stage: stage,
      modules: modules)
  }

  /// Returns the image of the registry that keeps the instance in a slot: this one, or one that it extends.
  func keeper(of slot: Int) -> RegistryImage? {
    guard (0..<instanceSlotCount).contains(slot) else { return nil }
    return extended?.keeper(of: slot) ?? self
  }

  func slotCount(of scope: Any.Type) -> Int { scopes.first { $0.scope == scope }?.count ?? 0 }

  /// Returns whether a scope has an instance that starts or stops.
  package func hasLifecycles(in scope: Any.Type) -> Bool {
    hasLifecycles && scopes.contains { $0.scope == scope && $0.hasLifecycles }
  }

  // MARK: - Looking through the layers

  /// Returns the provider of a token in this layer, which for a type with a single name is that name's.
  func ownProvider(for token: TokenDescription) -> Provider? {
    guard token.isNamed else { return table[token.word] }
    return stored?.named[token] ?? override.flatMap { $0.token == token ? $0 : nil }
  }

  package func route(named name: RouteName) -> CompiledRoute? {
    for layer in layers {
      if let route = layer.names[name] { return route }
    }
    return nil
  }

  /// Returns the routes for a destination type, including replaced ones.
  func routes(making destination: Any.Type) -> [CompiledRoute] {
    fromTheBase.flatMap { $0.ownDestinations[ObjectIdentifier(destination)] ?? [] }
  }

  /// The layers, newest first.
  var layers: some Sequence<RegistryImage> { sequence(first: self) { $0.below } }

  /// The layers, oldest first.
  package var fromTheBase: [RegistryImage] { layers.reversed() }

  /// Returns the declarations that this image adds to another one.
  ///
  /// - Complexity: Linear in the number of the declarations that the images don't share.
  func declarations(addedTo other: RegistryImage) -> [Declaration] {
    let (own, others) = (fromTheBase, other.fromTheBase)
    let sharedCount = zip(own, others).prefix { $0 === $1 }.count
    let known = Set(others.dropFirst(sharedCount).flatMap(\.declarations).map(\.identity))
    return own.dropFirst(sharedCount).flatMap(\.declarations).filter { !known.contains($0.identity) }
  }

  /// The routes of all layers, in the order of their declaration.
  package var routes: [CompiledRoute] { fromTheBase.flatMap(\.declarations).compactMap(\.route) }

  // MARK: - By destination

  /// The routes of this layer by their destination types, computed on first use because few programs need it.
  private var ownDestinations: [ObjectIdentifier: [CompiledRoute]] {
    destinations.value {
      var routes: [ObjectIdentifier: [CompiledRoute]] = [:]
      for case .route(let route) in declarations {
        for type in route.declaration.madeTypes { routes[ObjectIdentifier(type), default: []].append(route) }
      }
      return routes
    }
  }
}
