import WaymarkRuntime

/// A parameter of an initializer that's declared as a route.
@usableFromInline
struct RouteParameter: Sendable {
  /// The way in which the argument for the parameter is resolved.
  enum Form: Sendable {
    /// A destination of the registry, by its type.
    case destination(Any.Type, isOptional: Bool)
    /// A router for this token: a dependency that's made later.
    case router(TokenDescription, isOptional: Bool)
    /// A `Resolver` or a `Registry`, from which anything may be requested.
    case open
  }

  let type: Any.Type
  let form: Form

  var isOpen: Bool { if case .open = form { true } else { false } }

  @usableFromInline
  init(_ type: Any.Type) {
    self.type = type
    form = (Self.special(type)?.parameterForm) ?? .destination(type, isOptional: false)
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
}

/// A type that a parameter of a route's initializer may have without being registered itself.
protocol SpecialParameter {
  /// The way in which the argument is resolved.
  static var parameterForm: RouteParameter.Form { get }

  /// Returns the argument for such a parameter.
  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self
}
