import WaymarkRuntime

/// An entry of the registry's table: how the destination or configuration for one key is made.
///
/// The class isn't generic, so that the runtime needn't build a type for each token. A provider is only ever
/// found under the key of its requested type, and its functions are read as functions of that type.
@usableFromInline
package final class Provider: Sendable {
  let token: TokenDescription
  @usableFromInline package let route: CompiledRoute
  /// The route's own binding; nil if the route is reached through an adapter.
  let binding: Binding?
  /// The adapter through which the route is reached, and the provider of the adapter's provided token.
  let adapter: CompiledAdapter?
  let adapted: Provider?
  /// The decorator around another provider of the same token; nil if the token isn't decorated.
  let decoration: Decoration?
  /// The conversion of the destination to the requested type, if it needs neither a closure nor a dynamic
  /// cast.
  let existential: ExistentialConversion?
  /// The slot for the kept instance as the requested type.
  ///
  /// It's the index among the slots of the root, or -2 minus the index among those of the route's scope; -1 if no
  /// instance is kept.
  @usableFromInline let slot: Int
  /// The function that makes a new destination, valid if `isDirect` is true.
  ///
  /// A provider is direct if a destination only has to be made and converted: the route has no lifetime,
  /// configuration, or preparation, and isn't reached through an adapter.
  ///
  /// It's never stored as an optional, because calling it would then take two more calls.
  @usableFromInline let direct: DirectFunction
  @usableFromInline let isDirect: Bool
  /// The address of the token's name, which is compared before the text; 0 if there's none.
  @usableFromInline let name: UInt
  /// The providers of a type's names, if it has several; then a request must say which of them it means.
  let alternatives: [Provider]?

  private init(
    _ token: TokenDescription, _ route: CompiledRoute, name: UInt? = nil, binding: Binding? = nil,
    adapter: CompiledAdapter? = nil, to adapted: Provider? = nil, decoration: Decoration? = nil,
    alternatives: [Provider]? = nil, slot: Int? = nil, existential: ExistentialConversion? = nil,
    isDirect: Bool = false, direct: @escaping DirectFunction = none
  ) {
    self.token = token
    self.name = name ?? token.name.address
    self.route = route
    self.binding = binding
    self.adapter = adapter
    self.adapted = adapted
    self.decoration = decoration
    self.alternatives = alternatives
    self.slot = slot ?? -1
    self.existential = existential
    self.isDirect = isDirect
    self.direct = direct
  }

  /// Creates the provider of a route's binding.
  convenience init(
    _ binding: Binding, _ route: CompiledRoute, slot: Int?, existential: ExistentialConversion?
  ) {
    let factory = route.declaration.factory
    guard route.instanceSlot == nil, !factory.hasPreparation, factory.configuration == nil,
      !binding.role.isModule
    else {
      self.init(binding.token, route, binding: binding, slot: slot, existential: existential)
      return
    }
    self.init(
      binding.token, route, binding: binding, slot: slot, existential: existential, isDirect: true,
      direct: factory.direct(route.declaration.destination, as: binding, existential))
  }

  /// Creates the provider of an adapter's required token.
  convenience init(
    _ adapter: CompiledAdapter, to adapted: Provider, slot: Int?, existential: ExistentialConversion?
  ) {
    self.init(
      adapter.declaration.required, adapted.route, adapter: adapter, to: adapted, slot: slot,
      existential: existential)
  }

  /// Creates the provider of a decorated token.
  convenience init(_ decoration: Decoration) {
    let (inner, lifetime) = (decoration.inner, decoration.inner.route.declaration.lifetime)
    // An instance that's shared weakly or by a key isn't found without its factory.
    let isKept = lifetime == .singleton || lifetime == .scoped
    self.init(
      inner.token, inner.route, name: inner.name, decoration: decoration,
      slot: isKept ? decoration.slot : nil,
      isDirect: inner.isDirect,
      direct: inner.isDirect ? decoration.decorator.declaration.direct(around: inner.direct) : Self.none)
  }

  /// Creates the result of a look-up of a type that has several names, and no provider without a name.
  convenience init(_ alternatives: [Provider], of type: TokenDescription, _ first: Provider) {
    // No name has this address, so that every request takes the path that looks at the alternatives.
    self.init(type, first.route, name: .max, alternatives: alternatives)
  }

  /// The provider without the decorators around it.
  var undecorated: Provider {
    var provider = self
    while let decoration = provider.decoration { provider = decoration.inner }
    return provider
  }

  /// The value of `direct` in a provider that isn't direct; it's never called.
  private static let none: DirectFunction = { _, _ in preconditionFailure("this provider isn't direct") }

  /// The location of the declaration that provides the token.
  var location: DeclarationLocation {
    undecorated.adapter?.declaration.location ?? route.declaration.location
  }
}

extension Provider {
  /// The declaration of the provider.
  var source: Program.Source {
    adapter.map { .adapter($0.declaration) } ?? .route(route.declaration)
  }
}
