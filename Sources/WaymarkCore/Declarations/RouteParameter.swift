import WaymarkRuntime

/// A parameter of an initializer that's declared as a route.
package struct RouteParameter: Sendable {
  /// The way in which the argument for the parameter is resolved.
  enum Form: Sendable {
    /// A destination of the registry, by its type.
    case destination(Any.Type, isOptional: Bool)
    /// A router for this token: a dependency that's made later.
    case router(TokenDescription, isOptional: Bool)
    /// A collection of this type of elements; nil for the role if it may be one of services or of views.
    case collection(Any.Type, TokenRole?, CollectionUse)
    /// The value of an open scope.
    case scope(any RouteScope.Type, isOptional: Bool)
    /// The configuration of the route, which the caller fills.
    case configuration
    /// A `Resolver` or a `Registry`, from which anything may be requested.
    case open
  }

  /// The form in which a collection is needed.
  enum CollectionUse: Sendable {
    /// An array of all elements.
    case all
    /// A dictionary of the elements that have a key.
    case keyed
    /// A router that makes them later.
    case router
  }

  let type: Any.Type
  let form: Form
  /// The token that the route's `Takes` supplies; nil if the parameter is resolved by its type.
  var token: TokenDescription?

  var isScope: Bool { if case .scope = form { true } else { false } }
  var isOpen: Bool { if case .open = form { true } else { false } }

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

  /// Creates the parameter of an initializer that takes the route's configuration.
  static func configuration(_ type: Any.Type) -> RouteParameter { RouteParameter(type, .configuration) }

  private init(_ type: Any.Type, _ form: Form) {
    self.type = type
    self.form = form
  }

  /// Returns the type as a special parameter type; nil if it isn't one.
  ///
  /// The first cast of a type to a protocol makes the runtime search the conformances, so the cast is only
  /// tried for the kinds of type that special ones have.
  static func special(_ type: Any.Type) -> (any SpecialParameter.Type)? {
    switch Metadata(of: type).kind {
    case .struct, .optional: type as? any SpecialParameter.Type
    default: type == Registry.self ? type as? any SpecialParameter.Type : nil
    }
  }

  /// Returns the type as that of a scope's value; nil if it isn't one.
  ///
  /// As above, the cast is only tried for types that may conform.
  static func scope(_ type: Any.Type) -> (any RouteScope.Type)? {
    switch Metadata(of: type).kind {
    case .struct, .enum, .class: type as? any RouteScope.Type
    default: nil
    }
  }
}

/// A type that a parameter of a route's initializer may have without being registered itself.
protocol SpecialParameter {
  /// The way in which the argument is resolved.
  static var parameterForm: RouteParameter.Form { get }

  /// Returns the argument for such a parameter.
  ///
  /// - Parameters:
  ///   - resolver: The resolver of the route's factory.
  ///   - kind: The kind of the route.
  ///   - token: The token that the route's `Takes` supplies; nil to resolve the parameter by its type.
  static func argument(
    from resolver: Resolver, for kind: DestinationKind, _ token: TokenDescription?
  ) throws(RouteError) -> Self
}
