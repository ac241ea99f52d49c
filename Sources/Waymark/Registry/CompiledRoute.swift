/// A declared route with its place in a registry.
@usableFromInline
final class CompiledRoute: Sendable {
  let declaration: RouteDeclaration
  /// The module that declares the route; nil in the registry's own block.
  let module: Any.Type?
  /// The index of the slot for the route's kept instance; nil for a transient route.
  let instanceSlot: Int?

  init(_ declaration: RouteDeclaration, module: Any.Type?, instanceSlot: Int?) {
    self.declaration = declaration
    self.module = module
    self.instanceSlot = instanceSlot
  }
}

/// A declared adapter with its module.
final class CompiledAdapter: Sendable {
  let declaration: AdapterDeclaration
  /// The module that declares the adapter; nil in the registry's own block.
  let module: Any.Type?

  init(_ declaration: AdapterDeclaration, module: Any.Type?) {
    self.declaration = declaration
    self.module = module
  }
}
