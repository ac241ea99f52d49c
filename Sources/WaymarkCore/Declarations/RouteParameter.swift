import WaymarkRuntime

/// A parameter of a route's initializer.
package struct RouteParameter: Sendable {
  /// The way to resolve the argument.
  enum Form: Sendable {
    /// A destination of the registry, by its type.
    case destination(Any.Type, isOptional: Bool)
    /// A router for this token, as a lazy dependency.
    case router(TokenDescription, isOptional: Bool)
    /// A collection with this type of elements, and its role if known. An optional one has the type inside of it.
    case collection(Any.Type, TokenRole?, CollectionUse, wrapped: Any.Type? = nil)
    case scope(any RouteScope.Type, isOptional: Bool)
    /// The configuration of the route, which the caller fills.
    case configuration
    /// A `Resolver` or a `Registry`, which can request anything.
    case open
  }

  /// The form of a collection.
  package enum CollectionUse: Sendable {
    case all
    /// A dictionary of the elements with a key.
    case keyed
    /// A router that creates elements later.
    case router
  }

  let type: Any.Type
  let form: Form
  /// The token from the route's `Takes`, or nil to resolve the parameter by its type.
  var token: TokenDescription?

  var isScope: Bool { if case .scope = form { true } else { false } }
  package var isOpen: Bool { if case .open = form { true } else { false } }

  init(_ type: Any.Type) {
    self.type = type
    if let special = Self.special(type) {
      form = special.parameterForm
    } else if let scope = Self.scope(type) {
      form = .scope(scope, isOptional: false)
    } else {
      form = .destination(type, isOptional: false)
    }
  }

  init(_ type: Any.Type, _ form: Form) {
    self.type = type
    self.form = form
  }

  /// Returns the type as a special parameter type, if it's one.
  ///
  /// A process's first cast of a type to a protocol searches the conformances, so the function casts only the kinds of
  /// types that special ones have.
  static func special(_ type: Any.Type) -> (any SpecialParameter.Type)? {
    switch Metadata(of: type).kind {
    case .struct, .optional: type as? any SpecialParameter.Type
    default: type == Registry.self ? type as? any SpecialParameter.Type : nil
    }
  }

  /// Returns the type as a scope's type, if it's one, casting only types that can conform, as above.
  static func scope(_ type: Any.Type) -> (any RouteScope.Type)? {
    switch Metadata(of: type).kind {
    case .struct, .enum, .class: type as? any RouteScope.Type
    default: nil
    }
  }
}

/// A type that a parameter of a route's initializer can have without a provider.
protocol SpecialParameter {
  /// The way to resolve the argument.
  static var parameterForm: RouteParameter.Form { get }

  /// Returns the argument for such a parameter, by its type or by the token from the route's `Takes`.
  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Self
}
