public import WaymarkRuntime

/// The token for a service, through the type that it's used as.
///
/// The module that owns a protocol declares it routable by making `init()` available for it:
///
///     extension RoutableService where Protocol == NoteStore {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// `Protocol` may be any type: an existential, a composition such as `any (Screen & EditorInput)`, a class,
/// an actor, a struct, an enum, or a function type. In a route's block, the token is written with its short
/// name, `Service<…>()` (see ``RouteVocabulary``). A token stores its name, one machine word.
public struct RoutableService<Protocol>: DestinationToken {
  /// The kind of the token's destination.
  public typealias Kind = ServiceKind

  /// The type that's requested.
  public typealias Requested = Protocol

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .service }

  /// The name by which the registry finds the token.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a protocol routable; call it in an `init()` of your own (see ``RoutableService``).
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Leave it out. It keeps the compiler from suggesting this initializer for a misspelled name.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable, unless the module that owns the protocol makes it available.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a service, or its init() is not public and another module declares it; declare it with: extension RoutableService where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}

/// The token for the configuration of a service's route, through the type that it's used as.
///
/// The module that owns a protocol declares it routable by making `init()` available for it:
///
///     extension RoutableServiceModule where Protocol == ImportModuleConfig {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// `Protocol` may be any type: an existential, a composition such as `any (Screen & EditorInput)`, a class,
/// an actor, a struct, an enum, or a function type. In a route's block, the token is written with its short
/// name, `ServiceModule<…>()` (see ``RouteVocabulary``). A token stores its name, one machine word.
public struct RoutableServiceModule<Protocol>: ModuleToken {
  /// The kind of the token's destination.
  public typealias Kind = ServiceKind

  /// The type that's requested.
  public typealias Requested = Protocol

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .serviceModule }

  /// The name by which the registry finds the token.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a protocol routable; call it in an `init()` of your own (see ``RoutableServiceModule``).
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Leave it out. It keeps the compiler from suggesting this initializer for a misspelled name.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable, unless the module that owns the protocol makes it available.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a service's configuration, or its init() is not public and another module declares it; declare it with: extension RoutableServiceModule where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}

/// The token for the services that modules contribute to a collection, through the type that they're used as.
///
/// The module that owns the collection declares it once, and any module contributes to it (``Contributes``):
///
///     extension RoutableServices<any HealthCheck> { static var healthChecks: Self { declared() } }
///
/// A collection is requested as an array, which has all services in order, as a dictionary of those with a key,
/// or as a router that makes them later, ``Contributions``. A collection to which nothing contributes is empty.
/// A parameter of a route's initializer may have any of these types. `Protocol` may be any type. A token
/// stores its name, one machine word.
public struct RoutableServices<Protocol>: CollectionToken {
  /// The kind of the token's destinations.
  public typealias Kind = ServiceKind

  /// The type that each service is requested as.
  public typealias Requested = Protocol

  /// The token for one service of the same type.
  public typealias Single = RoutableService<Protocol>

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .services }

  /// The name by which the registry finds the token.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a collection; call it in an `init()` of your own, or declare a name with ``Routable/declared(_:)``.
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Leave it out. It keeps the compiler from suggesting this initializer for a misspelled name.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable, unless the module that owns the protocol makes it available.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a collection of services, or its init() is not public and another module declares it; declare it with: extension RoutableServices where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}
