public import WaymarkRuntime

/// The token for a service, by its interface.
///
/// The module that owns a protocol declares a name for it: `static var notes: Self { declared() }`, in an extension of
/// `RoutableService<any NoteStore>`. For a token without a name, the module declares an `init()` instead:
///
///     extension RoutableService where Protocol == NoteStore {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// `Protocol` can be any type: an existential, a composition such as `any (Screen & EditorInput)`, a class, an actor, a
/// struct, an enum, or a function type. In a route's block, write the short name, `Service(.notes)` (see
/// ``RouteVocabulary``).
public struct RoutableService<Protocol>: DestinationToken {
  /// The kind of the token's destination.
  public typealias Kind = ServiceKind

  /// The requested type.
  public typealias Requested = Protocol

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .service }

  /// The name part of the registry's key.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a protocol routable, in an `init()` of your own (see ``RoutableService``).
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Omit this parameter. It prevents suggestions for misspelled names.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable unless the protocol's module declares it.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a service without a name, or its init() is not public and another module declares it. Write its name, as in Service(.store), or declare it with: extension RoutableService where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}

/// The token for the configuration of a service's route, by its interface.
///
/// The module that owns a protocol declares a name for it, as for ``RoutableService``, or an `init()`:
///
///     extension RoutableServiceModule where Protocol == ImportModuleConfig {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// `Protocol` can be any type, as in ``RoutableService``. In a route's block, write the short name,
/// `ServiceModule(.importModule)` (see ``RouteVocabulary``).
public struct RoutableServiceModule<Protocol>: ModuleToken {
  /// The kind of the token's destination.
  public typealias Kind = ServiceKind

  /// The requested type.
  public typealias Requested = Protocol

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .serviceModule }

  /// The name part of the registry's key.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a protocol routable, in an `init()` of your own (see ``RoutableServiceModule``).
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Omit this parameter. It prevents suggestions for misspelled names.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable unless the protocol's module declares it.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a service's configuration without a name, or its init() is not public and another module declares it. Write its name, as in ServiceModule(.importSettings), or declare it with: extension RoutableServiceModule where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}

/// The token for a collection of services that modules contribute.
///
/// The module that owns the collection declares it once, and any module contributes to it (``Contributes``):
///
///     extension RoutableServices<any HealthCheck> { static var healthChecks: Self { declared() } }
///
/// Request a collection as an array with all services in order, as a dictionary of services with a key, or as a router
/// that creates services later, ``Contributions``. A parameter of a route's initializer can have any of these types. A
/// collection without contributions is empty. `Protocol` can be any type.
public struct RoutableServices<Protocol>: CollectionToken {
  /// The kind of the token's destinations.
  public typealias Kind = ServiceKind

  /// The type of each service.
  public typealias Requested = Protocol

  /// The token for one service of the same type.
  public typealias Single = RoutableService<Protocol>

  /// The role of the token.
  @inlinable
  public var role: TokenRole { .services }

  /// The name part of the registry's key.
  @_documentation(visibility: internal)
  public var keyName: KeyName

  /// Declares a collection, in an `init()` of your own, or by a name with ``Routable/declared(_:)``.
  ///
  /// - Parameters:
  ///   - declaredProtocol: The protocol, written as `Protocol.self`.
  ///   - mark: Omit this parameter. It prevents suggestions for misspelled names.
  @inlinable
  public init(declaredProtocol: Protocol.Type, _ mark: Void = ()) { keyName = .none }

  /// Unavailable unless the protocol's module declares it.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a collection of services without a name, or its init() is not public and another module declares it. Write its name, as in Services(.checks), or declare it with: extension RoutableServices where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() { keyName = .none }
}
