/// A declared decorator with its module.
package final class CompiledDecorator: Sendable {
  let declaration: DecoratorDeclaration
  /// The module that declares the decorator; nil in the registry's own block.
  let module: Any.Type?
  /// The profile that the decorator belongs to; nil outside of ``When``.
  let profile: Profile?
  /// Whether an override declares the decorator, so that a later override of the token replaces it.
  let isOverride: Bool

  init(_ declaration: DecoratorDeclaration, module: Any.Type?, profile: Profile?, isOverride: Bool) {
    self.declaration = declaration
    self.module = module
    self.profile = profile
    self.isOverride = isOverride
  }
}

/// A decorator around a provider: how a decorated provider makes its destination.
final class Decoration: Sendable {
  let decorator: CompiledDecorator
  /// The provider of what's decorated, which has the same token.
  let inner: Provider
  /// The slot for the wrapper of an instance that's kept, as in ``Provider/slot``; nil for a transient route.
  let slot: Int?

  init(_ decorator: CompiledDecorator, around inner: Provider, slot: Int?) {
    self.decorator = decorator
    self.inner = inner
    self.slot = slot
  }
}
