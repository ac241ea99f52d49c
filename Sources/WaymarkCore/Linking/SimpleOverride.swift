import WaymarkRuntime

/// An override of one token by one route that no rule can report.
///
/// Tests override one dependency for each case. For this frequent override, one layer replaces the compilation.
enum SimpleOverride {
  /// Returns the layer with the override, or nil if a rule has to examine it.
  ///
  /// - Parameters:
  ///   - routes: The declarations of an override.
  ///   - layer: The layer of the registry to override.
  ///   - stage: The stage of that registry.
  ///   - isIsolated: Whether a test compiled that registry from one module.
  static func image(
    of routes: Routes, over layer: RegistryImage, _ stage: Registry.Stage, isIsolated: Bool
  ) -> RegistryImage? {
    guard stage == .complete, !isIsolated, !layer.hasAdapters, !layer.hasExclusiveRoutes,
      routes.declarations.count == 1, case .route(let declaration)? = routes.declarations.first,
      declaration.isSimple, let binding = declaration.bindings.first
    else { return nil }
    return self.image(of: declaration, binding, over: layer)
  }

  // A function's parameters are read without counting references.
  @inline(never)
  private static func image(
    of declaration: RouteDeclaration, _ binding: Binding, over layer: RegistryImage
  ) -> RegistryImage? {
    // The image retains the provider.
    guard !binding.role.isModule, let replaced = layer.unretained(binding.token),
      replaced.read({ replaces($0, declaration, binding) }),
      // An override of one of a route's names makes requests by the type ambiguous.
      !binding.token.isNamed || layer.unretained(binding.token.unnamed)?.read({ $0.names == nil }) ?? true
    else { return nil }
    let existential =
      binding.isPlain
      ? ExistentialConversion(
        from: declaration.destination, to: binding.type, isOnMainActor: binding.role.kind == .view,
        using: nil)
      : nil
    // A conversion proves the conformance. Without one, the compilation reports the reason.
    guard !binding.isPlain || existential != nil else { return nil }
    // The first new slot is for the instance, the second for the instance as the requested type.
    let next = layer.instanceSlotCount
    let isKept = declaration.lifetime == .singleton
    let isShared = declaration.lifetime != .transient
    let route = CompiledRoute(declaration, module: nil, instanceSlot: isShared ? next : nil)
    let provider = Provider(binding, route, slot: isKept ? next + 1 : nil, existential: existential)
    let slotCount = next + (isShared ? 1 : 0) + (isKept ? 1 : 0)
    let override = RegistryImage(overriding: provider, over: layer, instanceSlotCount: slotCount)
    // `compacted()` merges layers that aren't at least twice as large.
    return layer.size < 2 ? override.compacted() : override
  }

  /// Returns whether a declaration only makes another instance than the route of a provider does.
  @inline(never)
  private static func replaces(
    _ replaced: Provider, _ declaration: RouteDeclaration, _ binding: Binding
  ) -> Bool {
    // A type without a name leads to one or several names. The compilation decides among them.
    replaced.token == binding.token && replaced.alternatives == nil && replaced.decoration == nil
      && isLike(declaration, replaced.route.declaration)
  }

  @inline(never)
  private static func isLike(_ declaration: RouteDeclaration, _ replaced: RouteDeclaration) -> Bool {
    // A singleton of the base can retain a weakly shared instance.
    replaced.lifetime == declaration.lifetime && declaration.lifetime != .weaklyShared
      && replaced.configuration == nil
  }
}
