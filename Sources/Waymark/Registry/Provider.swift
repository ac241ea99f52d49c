import WaymarkRuntime

/// One key's way to a destination, or to a configuration: an entry of the registry's table.
///
/// The class isn't generic, so that the runtime needn't build a type for each token. A provider is only ever found
/// under the key of its requested type, and its functions are read as functions of that type.
@usableFromInline
final class Provider: Sendable {
  let token: TokenDescription
  @usableFromInline let route: CompiledRoute
  /// The route's own binding; nil where an adapter leads to the route.
  let binding: Binding?
  /// The adapter through which the route is reached, and the provider that it leads to.
  let adapter: CompiledAdapter?
  let adapted: Provider?
  /// How the destination becomes what's requested, where that's no closure and needs no dynamic cast.
  let existential: ExistentialConversion?
  /// Where the registry keeps the instance as what's requested; below zero where it keeps none.
  @usableFromInline let slot: Int
  /// Makes a new destination, where `isDirect` says that it's only made and converted: without a lifetime, a
  /// configuration, a preparation by the route, or an adapter.
  ///
  /// It isn't optional, because unwrapping one would count a reference.
  @usableFromInline let direct: DirectFunction
  @usableFromInline let isDirect: Bool

  /// Creates the provider of a route's binding.
  init(_ binding: Binding, _ route: CompiledRoute, slot: Int?, existential: ExistentialConversion?) {
    token = binding.token
    self.route = route
    self.binding = binding
    adapter = nil
    adapted = nil
    self.existential = existential
    self.slot = slot ?? -1
    let factory = route.declaration.factory
    let isDirect = route.instanceSlot == nil && factory.prepare == nil && factory.configuration == nil
    if isDirect, let join = binding.join {
      self.isDirect = true
      direct = join(factory.make, existential)
    } else {
      self.isDirect = false
      direct = Self.none
    }
  }

  /// Creates the provider of an adapter's required token.
  init(_ adapter: CompiledAdapter, to adapted: Provider, slot: Int?, existential: ExistentialConversion?) {
    token = adapter.declaration.required
    route = adapted.route
    binding = nil
    self.adapter = adapter
    self.adapted = adapted
    self.existential = existential
    self.slot = slot ?? -1
    isDirect = false
    direct = Self.none
  }

  /// Stands in where there's no direct function, and isn't called.
  private static let none: DirectFunction = { _, _ in preconditionFailure("this provider isn't direct") }

  /// Where the declaration is that provides the token.
  var location: DeclarationLocation { adapter?.declaration.location ?? route.declaration.location }
}
