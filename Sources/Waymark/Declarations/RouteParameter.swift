import WaymarkRuntime

/// A parameter of an initializer that's a route.
@usableFromInline
struct RouteParameter: Sendable {
  /// What the parameter stands for.
  enum Form: Sendable {
    /// A destination of the registry, by its type.
    case destination(Any.Type, isOptional: Bool)
    /// A router for this token: needed, but made later.
    case router(TokenDescription, isOptional: Bool)
    /// `Resolver` or `Registry`: anything may be asked for.
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

  /// The type as one of those that aren't looked up by themselves.
  ///
  /// A cast to a protocol costs the runtime a search the first time, so it's tried only for the shapes of type that the
  /// special ones have.
  static func special(_ type: Any.Type) -> (any SpecialParameter.Type)? {
    switch Metadata(of: type).kind {
    case .struct, .optional: type as? any SpecialParameter.Type
    default: type == Registry.self ? type as? any SpecialParameter.Type : nil
    }
  }
}

/// A type that a parameter of a route's initializer may have without being registered itself.
protocol SpecialParameter {
  /// What the registry has to know about such a parameter.
  static var parameterForm: RouteParameter.Form { get }

  /// The argument.
  static func argument(from resolver: Resolver, for kind: DestinationKind) throws(RouteError) -> Self
}
