import WaymarkRuntime

/// An override of one token by one route, about which no rule can report anything.
///
/// Tests override one dependency for each case, so this most frequent override isn't compiled like others: it
/// only adds a layer of one provider. Whatever a rule might examine makes `init` fail, and the override is
/// compiled.
struct SimpleOverride {
  private let declaration: RouteDeclaration
  private let binding: Binding
  private let existential: ExistentialConversion?
  private let base: Registry

  init?(_ routes: Routes, of base: Registry) {
    let layer = base.layer
    guard routes.declarations.count == 1, case .route(let declaration) = routes.declarations[0],
      base.stage == .complete, !layer.hasAdapters, !layer.hasExclusiveRoutes,
      declaration.traits.isSubset(of: [.plainBindings, .open]), declaration.configuration == nil,
      declaration.bindings.count == 1
    else { return nil }
    let binding = declaration.bindings[0]
    guard !binding.role.isModule, !base.properties.isIsolated,
      let replaced = layer.provider(for: binding.token.key), replaced.decoration == nil,
      replaced.route.declaration.lifetime == declaration.lifetime,
      replaced.route.declaration.collection == nil
    else { return nil }
    existential =
      binding.isPlain
      ? ExistentialConversion(
        from: declaration.destination, to: binding.type, isOnMainActor: binding.role.kind == .view,
        using: nil)
      : nil
    // A conversion proves the conformance. If there's none, compilation finds out why.
    guard !binding.isPlain || existential != nil else { return nil }
    self.declaration = declaration
    self.binding = binding
    self.base = base
  }

  /// The layer with the override.
  var layer: RegistryLayer {
    var slotCount = base.layer.instanceSlotCount
    func slot() -> Int? {
      guard declaration.lifetime != .transient else { return nil }
      defer { slotCount += 1 }
      return slotCount
    }
    let route = CompiledRoute(declaration, module: nil, instanceSlot: slot())
    let isKept = declaration.lifetime == .singleton
    let provider = Provider(binding, route, slot: isKept ? slot() : nil, existential: existential)
    return RegistryLayer(provider, over: base.layer, instanceSlotCount: slotCount).compacted()
  }
}
