public import WaymarkRuntime

/// What one compilation added: the base of a registry, or what a derived one adds to it.
///
/// A derived registry shares the layers of its base and looks through its own first. To keep look-ups from
/// slowing down, a new layer takes in the layers below it that are not at least twice its size (as in a
/// log-structured merge), so that there are at most log₂ n of them, and adding costs what is added, on
/// average, times that.
@usableFromInline
final class RegistryLayer: Sendable {
  @usableFromInline let providers: IdentityTable<Provider>
  let identifiers: [String: RouteRecord]
  /// The URL patterns, by what they match.
  let urls: [URLShape.Key: LinkedPattern]
  /// The routes of each destination type, by its identity.
  let destinations: [ObjectIdentifier: [RouteRecord]]
  /// The adapters that lead to something, by its key.
  let adapters: [TokenKey: [AdapterDraft]]
  /// A route, or an adapter.
  enum Declaration: Sendable {
    case route(RouteRecord)
    case adapter(AdapterDraft)
  }

  /// Routes and adapters in the order of their declaration.
  let declarations: [Declaration]
  @usableFromInline let below: RegistryLayer?

  /// The number of places for instances, of this layer and all below.
  let instanceSlotCount: Int
  /// Whether this layer or one below has adapters.
  let hasAdapters: Bool
  /// The number of routes, of this layer and all below, replaced ones included.
  let totalRouteCount: Int

  private var size: Int { providers.entries.count + identifiers.count + urls.count }

  init(
    providers: IdentityTable<Provider>, identifiers: [String: RouteRecord],
    urls: [URLShape.Key: LinkedPattern], destinations: [ObjectIdentifier: [RouteRecord]],
    adapters: [TokenKey: [AdapterDraft]],
    declarations: [Declaration], below: RegistryLayer?, instanceSlotCount: Int
  ) {
    self.providers = providers
    self.identifiers = identifiers
    self.urls = urls
    self.destinations = destinations
    self.adapters = adapters
    self.declarations = declarations
    self.below = below
    self.instanceSlotCount = instanceSlotCount
    hasAdapters = !adapters.isEmpty || below?.hasAdapters ?? false
    totalRouteCount = declarations.lazy.compactMap(\.route).count + (below?.totalRouteCount ?? 0)
  }

  /// This layer, with the layers below it that are too small to stay apart.
  func compacted() -> RegistryLayer {
    guard let below, below.size < 2 * size else { return self }
    var providers = below.providers.entries.filter { self.providers[$0.key] == nil }
    providers += self.providers.entries
    return RegistryLayer(
      providers: IdentityTable(providers),
      identifiers: below.identifiers.merging(identifiers) { $1 },
      urls: below.urls.merging(urls) { $1 },
      destinations: below.destinations.merging(destinations) { $0 + $1 },
      adapters: below.adapters.merging(adapters) { $0 + $1 },
      declarations: below.declarations + declarations,
      below: below.below, instanceSlotCount: instanceSlotCount
    ).compacted()
  }

  // MARK: - Looking through the layers

  func provider(for key: TokenKey) -> Provider? { lend(key)?.object }

  /// The provider for a key, without counting a reference: it lives as long as this layer.
  @inlinable
  @inline(__always)
  func lend(_ key: TokenKey) -> Borrowed<Provider>? {
    providers.lend(key.word) ?? below?.lendFromBelow(key)
  }

  @usableFromInline
  func lendFromBelow(_ key: TokenKey) -> Borrowed<Provider>? {
    // A layer keeps those below it.
    providers.lend(key.word) ?? below?.lendFromBelow(key)
  }

  func route(identifier: String) -> RouteRecord? {
    var next: RegistryLayer? = self
    while let layer = next {
      if let route = layer.identifiers[identifier] { return route }
      next = layer.below
    }
    return nil
  }

  func pattern(_ key: URLShape.Key) -> LinkedPattern? {
    var next: RegistryLayer? = self
    while let layer = next {
      if let pattern = layer.urls[key] { return pattern }
      next = layer.below
    }
    return nil
  }

  /// The patterns of all layers that are in force, in the order of their declaration.
  var patterns: [LinkedPattern] {
    routes.flatMap(patterns)
  }

  /// The patterns of one route that are in force.
  func patterns(of route: RouteRecord) -> [LinkedPattern] {
    route.draft.patterns.compactMap { draft in
      pattern(draft.shape.key).flatMap { $0.route === route ? $0 : nil }
    }
  }

  func routes(making destination: Any.Type) -> [RouteRecord] {
    fromTheBase.flatMap { $0.destinations[ObjectIdentifier(destination)] ?? [] }
  }

  func adapters(to key: TokenKey) -> [AdapterDraft] { fromTheBase.flatMap { $0.adapters[key] ?? [] } }

  /// The layers, the oldest first.
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
  var routes: [RouteRecord] { fromTheBase.flatMap(\.declarations).compactMap(\.route) }
}

extension RegistryLayer.Declaration {
  var route: RouteRecord? { if case .route(let route) = self { route } else { nil } }
}
