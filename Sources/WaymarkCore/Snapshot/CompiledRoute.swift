/// A declared route with its place in a registry.
@usableFromInline
package final class CompiledRoute: Sendable {
  package let declaration: RouteDeclaration
  /// The module that declares the route; nil in the registry's own block.
  let module: Any.Type?
  /// The profile that the route belongs to; nil outside of ``When``.
  let profile: Profile?
  /// The slot for the route's kept instance, as in ``Provider/slot``; nil for a transient route.
  package let instanceSlot: Int?
  /// Whether it stands in for something that an isolated module lacks.
  let isHole: Bool
  /// The identity of the scope that keeps the instance; nil for the root.
  @usableFromInline let scope: ObjectIdentifier?

  init(_ declaration: RouteDeclaration, module: Any.Type?, profile: Profile? = nil, instanceSlot: Int?) {
    self.declaration = declaration
    self.module = module
    self.profile = profile
    self.instanceSlot = instanceSlot
    isHole = declaration.hole != nil
    scope = declaration.scope.map { ObjectIdentifier($0) }
  }
}

/// A declared adapter with its module.
final class CompiledAdapter: Sendable {
  let declaration: AdapterDeclaration
  /// The module that declares the adapter; nil in the registry's own block.
  let module: Any.Type?
  /// The profile that the adapter belongs to; nil outside of ``When``.
  let profile: Profile?

  init(_ declaration: AdapterDeclaration, module: Any.Type?, profile: Profile? = nil) {
    self.declaration = declaration
    self.module = module
    self.profile = profile
  }
}
