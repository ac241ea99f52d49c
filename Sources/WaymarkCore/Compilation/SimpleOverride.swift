import WaymarkRuntime

/// An override of one token by one route, about which no rule can report anything.
///
/// Tests override one dependency for each case, so this most frequent override isn't compiled like others: it
/// only adds a layer of one provider.
enum SimpleOverride {
  /// Returns the layer with the override.
  ///
  /// Whatever a rule might examine makes the result nil, and the override is compiled.
  static func layer(of routes: Routes, over base: Snapshot) -> RegistryLayer? {
    let layer = base.layer
    guard routes.declarations.count == 1, case .route(let declaration) = routes.declarations[0],
      base.stage == .complete, !layer.hasAdapters, !layer.hasExclusiveRoutes, declaration.isSimple
    else { return nil }
    let binding = declaration.bindings[0]
    guard !binding.role.isModule, !base.isIsolated,
      let replaced = layer.unretained(binding.token.key)
    else { return nil }
    // The layer retains the provider.
    let replacesLike = replaced.read { replaced in
      // A type without a name leads to its only name, or to several: the compilation decides what's meant.
      replaced.token == binding.token && replaced.alternatives == nil && replaced.decoration == nil
        && replaced.route.declaration.lifetime == declaration.lifetime
        && replaced.route.declaration.collection == nil && replaced.route.declaration.configuration == nil
    }
    guard replacesLike else { return nil }
    let existential =
      binding.isPlain
      ? ExistentialConversion(
        from: declaration.destination, to: binding.type, isOnMainActor: binding.role.kind == .view,
        using: nil)
      : nil
    // A conversion proves the conformance. If there's none, compilation finds out why.
    guard !binding.isPlain || existential != nil else { return nil }
    // The instance has the first new slot, and the instance as the requested type the second.
    let next = layer.instanceSlotCount
    let isKept = declaration.lifetime == .singleton
    let isShared = declaration.lifetime != .transient
    let route = CompiledRoute(declaration, module: nil, instanceSlot: isShared ? next : nil)
    let provider = Provider(binding, route, slot: isKept ? next + 1 : nil, existential: existential)
    let slotCount = next + (isShared ? 1 : 0) + (isKept ? 1 : 0)
    return RegistryLayer(provider, over: layer, instanceSlotCount: slotCount).compacted()
  }
}
