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
