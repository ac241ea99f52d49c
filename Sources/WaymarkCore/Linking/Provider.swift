public import WaymarkRuntime

/// An entry of the registry's table: the way to the destination or configuration for one token.
///
/// The class isn't generic, so that the runtime doesn't build a type for each token. A look-up finds a provider only
/// under the token of its requested type, and so knows the type of the result of its functions.
@usableFromInline
package final class Provider: DirectFunctions<InlineValue, InlineValue>, @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): all properties are constants of `Sendable` types, and so are the superclass's.

  // Requests read the first properties, which are together in memory.

  /// The slot in four bytes, so that a provider fits in the next smaller block of memory.
  let shortSlot: Int32
  /// Whether creation needs only a factory and a conversion.
  ///
  /// The route has no lifetime, configuration, or preparation, and no adapter leads to it.
  let isDirect: Bool
  /// The conversion in a direct creation.
  private let conversion: DirectCreation.Conversion
  /// Whether values of the requested type begin with a reference and refer to nothing else.
  let isReference: Bool
  /// Whether the first request of a kept object needs only a factory and a conversion.
  let keepsDirectly: Bool
  /// The address of the token's name, to compare before the text, or 0 for none.
  let name: UInt
  package let route: CompiledRoute
  package let token: TokenDescription
  /// The conversion of the destination to the requested type, if it needs neither a closure nor a dynamic cast.
  let existential: ExistentialConversion?
  /// The route's own binding, or nil behind an adapter.
  let binding: Binding?
  private let rest: Rest?

  /// The slot for the kept instance as the requested type.
  ///
  /// It's the index among the slots of the root, -2 minus the index among the slots of the route's scope, or -1 for
  /// none.
  var slot: Int { @inline(__always) get { Int(shortSlot) } }

  /// The properties of a provider that isn't just a binding of its route.
  private indirect enum Rest: Sendable {
    case adapter(CompiledAdapter, to: Provider)
    case decoration(Decoration)
    case alternatives([Provider])
    case names([Provider])
  }

  /// The adapter that leads to the route, if any.
  package var adapter: CompiledAdapter? { if case .adapter(let adapter, _) = rest { adapter } else { nil } }
  /// The provider of the adapter's provided token.
  var adapted: Provider? { if case .adapter(_, let adapted) = rest { adapted } else { nil } }
  /// The decorator around another provider of the same token, if any.
  package var decoration: Decoration? {
    if case .decoration(let decoration) = rest { decoration } else { nil }
  }
  /// Whether a request gets something other than the destination that the route makes.
  package var changesDestination: Bool { decoration != nil || adapter != nil || binding?.isPlain == false }
  /// Whether neither a decorator nor a closure of the adapter or of the route changes the destination.
  var isPlain: Bool { adapter?.declaration.isPlain ?? binding?.isPlain ?? false }
  /// The providers of a type with several names, one of which a request must choose.
  var alternatives: [Provider]? { if case .alternatives(let providers) = rest { providers } else { nil } }
  /// The providers of a type to which one route gives several names, of which this one has the first.
  var names: [Provider]? { if case .names(let providers) = rest { providers } else { nil } }

  private init(
    _ token: TokenDescription, _ route: CompiledRoute, name: UInt? = nil, binding: Binding? = nil,
    slot: Int? = nil, existential: ExistentialConversion? = nil, direct: DirectCreation? = nil,
    keepsDirectly: Bool = false, rest: Rest? = nil
  ) {
    self.token = token
    isReference = InlineValue.isReference(token.type)
    self.name = name ?? token.name.address
    self.route = route
    self.binding = binding
    shortSlot = slot.map { Int32($0) } ?? -1
    self.existential = existential
    // The general path checks that the required services have started.
    isDirect = direct != nil && route.declaration.requirements.isEmpty
    self.keepsDirectly = keepsDirectly
    self.rest = rest
    let direct = direct ?? .none
    conversion = direct.conversion
    super.init(direct.make, direct.convert)
  }

  convenience init(
    _ binding: Binding, _ route: CompiledRoute, slot: Int?, existential: ExistentialConversion?,
    names: [Provider]? = nil
  ) {
    let factory = route.declaration.factory
    let isOnlyMade =
      route.instanceSlot == nil && !factory.hasPreparation && factory.configuration == nil
      && !binding.role.isModule
    self.init(
      binding.token, route, binding: binding, slot: slot, existential: existential,
      direct: isOnlyMade ? factory.direct(route.declaration.destination, as: binding, existential) : nil,
      keepsDirectly: slot != nil && Self.keepsDirectly(binding, of: route, as: existential),
      rest: names.map { .names($0) })
  }

  /// Creates the provider of a route that nobody declares.
  convenience init(undeclared declaration: RouteDeclaration) {
    let route = CompiledRoute(declaration, module: nil, instanceSlot: nil)
    self.init(declaration.bindings[0], route, slot: nil, existential: nil)
  }

  convenience init(
    _ adapter: CompiledAdapter, to adapted: Provider, slot: Int?, existential: ExistentialConversion?
  ) {
    self.init(
      adapter.declaration.required, adapted.route, slot: slot, existential: existential,
      rest: .adapter(adapter, to: adapted))
  }

  convenience init(_ decoration: Decoration) {
    let (inner, lifetime) = (decoration.inner, decoration.inner.route.declaration.lifetime)
    // An instance shared weakly or by key can't be found without its factory.
    let isKept = lifetime == .singleton || lifetime == .scoped
    self.init(
      inner.token, inner.route, name: inner.name, slot: isKept ? decoration.slot : nil,
      direct: inner.isDirect ? decoration.decorator.declaration.direct(around: inner) : nil,
      rest: .decoration(decoration))
  }

  /// Creates the look-up result for a type with several names of one route, or returns nil for several providers.
  convenience init?(_ names: [Provider]) {
    guard let first = names.first, let binding = first.binding,
      names.allSatisfy({ $0.route === first.route && $0.binding != nil })
    else { return nil }
    self.init(
      binding, first.route, slot: first.slot == -1 ? nil : first.slot, existential: first.existential,
      names: names)
  }

  /// Creates the look-up result for a type with several names and no provider without a name.
  convenience init(_ alternatives: [Provider], of type: TokenDescription, _ first: Provider) {
    // No name has this address, so every request takes the path that reads the alternatives.
    self.init(type, first.route, name: .max, rest: .alternatives(alternatives))
  }

  /// The provider without the decorators around it.
  package var undecorated: Provider {
    var provider = self
    while let decoration = provider.decoration { provider = decoration.inner }
    return provider
  }

  /// Makes a destination as the requested type, if this provider is direct.
  @inline(__always)
  func makeDirectly(in registry: Registry, into result: inout InlineValue) throws {
    result = try make(registry, nil)
    switch conversion {
    case .none: break
    case .existential: existential.map { result.complete($0) }
    case .function:
      do { result = try convert(result) } catch { throw StepFailure(.converting, error) }
    }
  }

  /// The location of the declaration that provides the token.
  var location: DeclarationLocation {
    undecorated.adapter?.declaration.location ?? route.declaration.location
  }
}
