public import WaymarkRuntime

/// A contribution of a route to a collection.
@usableFromInline
final class Contribution: Sendable {
  /// How the destination becomes an element; its token is that of the collection.
  let binding: Binding
  let key: String?
  let order: Int
  /// The function that returns how an array of the collection's type is made.
  let form: @Sendable (ContributionList) -> CollectionForm

  var token: TokenDescription { binding.token }

  /// The contribution as it's written in messages: `Services<any HealthCheck>, as "disk"`.
  var text: String { key.map { "\(token) as \"\($0)\"" } ?? "\(token)" }

  @usableFromInline
  init(
    _ binding: Binding, key: String?, order: Int,
    form: @escaping @Sendable (ContributionList) -> CollectionForm
  ) {
    self.binding = binding
    self.key = key
    self.order = order
    self.form = form
  }
}

/// The contributions to one collection in a registry, of which declarations know nothing else.
@usableFromInline
class ContributionList: @unchecked Sendable {
  // SAFETY (`@unchecked Sendable`): this class has no properties, and its only subclass only `let`s. The compiler
  // doesn't check that for a class that isn't final.
  init() {}
}

/// How the array of a collection is made.
///
/// It's created in the user's module, where the type of the elements is known, so that the compiler can specialize
/// the loop.
@usableFromInline
struct CollectionForm: Sendable {
  /// The binding of the array, for the token of one destination: `Service<[any HealthCheck]>`.
  let binding: Binding
  let factory: Factory

  @usableFromInline
  init(_ binding: Binding, _ factory: Factory) {
    self.binding = binding
    self.factory = factory
  }

  @inlinable
  init<Element>(
    of _: Element.Type, _ role: TokenRole, _ name: KeyName, _ contributions: ContributionList
  ) {
    let make = MakeFunction<[Element]> { registry, _ in
      try registry.makeAll(Element.self, of: contributions)
    }
    let convert: @Sendable (__owned [Element]) throws -> [Element] = { $0 }
    self.init(.converted(role, name, convert), Factory(make, prepare: nil))
  }
}

/// The mark of the route that a registry adds for each collection, which makes an array of its elements.
struct CollectionMark: FeatureEntry {
  /// The token of the collection.
  let token: TokenDescription
}

extension RouteDeclaration {
  /// The token of the collection that the route makes; nil for a route that a user declared.
  var collection: TokenDescription? { features(CollectionMark.self).first?.token }
}
