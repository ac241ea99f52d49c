import WaymarkRuntime

/// A declaration in a registry.
package protocol CompiledDeclaration: AnyObject {
  /// The declaring module, or nil in the registry's own block.
  var module: Any.Type? { get }
  /// The profile of the declaration, or nil outside of ``When``.
  var profile: Profile? { get }
  var location: DeclarationLocation { get }
  /// The name in a graph, which other declarations may share.
  var name: String { get }
}

/// A declared route with its place in a registry.
package final class CompiledRoute: Sendable, CompiledDeclaration {
  package let declaration: RouteDeclaration
  package let module: Any.Type?
  private let condition: Condition?
  /// The slot in four bytes, as in ``Provider/shortSlot``.
  private let slot: Int32?
  /// Whether the route is a placeholder for an isolated module's missing dependency.
  package let isUnimplemented: Bool
  /// The identity of the scope that keeps the instance, or nil for the root.
  let scope: ObjectIdentifier?

  /// The profile of a route in ``When``, an object because few routes have one.
  private final class Condition: Sendable {
    let profile: Profile

    init(_ profile: Profile) { self.profile = profile }
  }

  /// The profile of the route, or nil outside of ``When``.
  package var profile: Profile? { condition?.profile }
  /// The slot for the route's kept instance, as in ``Provider/slot``, or nil for a transient route.
  package var instanceSlot: Int? { slot.map { Int($0) } }
  package var location: DeclarationLocation { declaration.location }
  package var name: String { TypeName.of(declaration.destination) }

  init(_ declaration: RouteDeclaration, module: Any.Type?, profile: Profile? = nil, instanceSlot: Int?) {
    self.declaration = declaration
    self.module = module
    condition = profile.map { Condition($0) }
    slot = instanceSlot.map { Int32($0) }
    isUnimplemented = declaration.hasFeatures && declaration.unimplementedToken != nil
    scope = declaration.scope.map { ObjectIdentifier($0) }
  }
}

/// A declared adapter with its module.
package final class CompiledAdapter: Sendable, CompiledDeclaration {
  package let declaration: Adapter
  package let module: Any.Type?
  package let profile: Profile?
  package var location: DeclarationLocation { declaration.location }
  package var name: String { "Adapter(\(declaration.required))" }

  init(_ declaration: Adapter, module: Any.Type?, profile: Profile? = nil) {
    self.declaration = declaration
    self.module = module
    self.profile = profile
  }
}

/// A declared decorator with its module.
package final class CompiledDecorator: Sendable, CompiledDeclaration {
  package let declaration: DecoratorDeclaration
  package let module: Any.Type?
  package let profile: Profile?
  package var location: DeclarationLocation { declaration.location }
  package var name: String { declaration.description }
  /// Whether an override declares the decorator, so that a later override of the token replaces it.
  let isOverride: Bool

  init(_ declaration: DecoratorDeclaration, module: Any.Type?, profile: Profile?, isOverride: Bool) {
    self.declaration = declaration
    self.module = module
    self.profile = profile
    self.isOverride = isOverride
  }
}

/// A decorator around a provider.
package final class Decoration: Sendable {
  package let decorator: CompiledDecorator
  /// The provider inside of the decorator, with the same token.
  package let inner: Provider
  /// The slot for the wrapper of a kept instance, as in ``Provider/slot``, or nil for a transient route.
  let slot: Int?

  init(_ decorator: CompiledDecorator, around inner: Provider, slot: Int?) {
    self.decorator = decorator
    self.inner = inner
    self.slot = slot
  }
}

/// The contributions to a collection in a registry, in order.
package final class CompiledCollection: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): all properties are `let`s of `Sendable` types or of references to such objects.

  /// A contribution.
  package struct Member: Sendable {
    /// The provider of the contributed destination, which has no key in the table.
    package let provider: Provider
    package let key: String?
    /// The order in the collection, which a replacement takes from the contribution that it replaces.
    let order: Int
  }

  package let token: TokenDescription
  package let members: [Member]
  /// The members' providers, without counting references: `members` retains them.
  let providers: [UnretainedReference<Provider>]
  /// Whether a route has ever contributed, so that the array has a provider.
  let hasArray: Bool
  private let positions: [String: Int]
  /// The positions of each route's contributions, computed on first use.
  private let positionsByRoute = OnceReference<LazyPart>()

  init(_ token: TokenDescription, _ members: [Member], hasArray: Bool) {
    self.token = token
    self.members = members
    providers = members.map { UnretainedReference(retainedByCaller: $0.provider) }
    self.hasArray = hasArray
    positions = Dictionary(
      members.enumerated().compactMap { index, member in member.key.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
  }

  func provider(for key: String) -> Provider? { positions[key].map { members[$0].provider } }

  /// Returns the contributions of a route, in O(1) on average after the first call.
  func members(of route: CompiledRoute) -> [Member] {
    // Most collections are small.
    guard members.count > 8 else { return members.filter { $0.provider.route === route } }
    let positions = positionsByRoute.value {
      Dictionary(grouping: members.indices) { ObjectIdentifier(members[$0].provider.route) }
    }
    return positions[ObjectIdentifier(route)]?.map { members[$0] } ?? []
  }
}
