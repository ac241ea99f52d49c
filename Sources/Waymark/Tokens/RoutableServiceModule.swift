/// The token for the configuration of a service's route, by its protocol.
///
/// A module declares that its protocol may be asked for by making `init()` available for it:
///
///     extension RoutableServiceModule where Protocol == ImportModuleConfig {
///       init() { self.init(declaredProtocol: Protocol.self) }
///     }
///
/// Any type may stand for `Protocol`: an existential, a composition such as `any (Screen & EditorInput)`,
/// a class, an actor, a struct, an enum, a function type. In the block of a route the token is written with
/// its short name, `ServiceModule<any ImportModuleConfig>()` (see ``RouteVocabulary``).
public struct RoutableServiceModule<Protocol>: ModuleToken {
  /// The kind of destination to which the token leads.
  public typealias Kind = ServiceKind

  /// What is asked for.
  public typealias Requested = Protocol

  /// Which of the four tokens this is.
  public static var role: TokenRole { .serviceModule }

  /// Declares a protocol routable; call it in an `init()` of your own (see ``RoutableServiceModule``).
  ///
  /// - Parameter declaredProtocol: The protocol, as `Protocol.self`.
  public init(declaredProtocol: Protocol.Type) {}

  /// Returns the token that a name in ``Routables`` stands for.
  ///
  ///     Service(\.clock)
  ///
  /// The key path isn't evaluated; all that a token says is in its type.
  ///
  /// - Parameter name: The name of the token.
  @inlinable
  public init(_ name: KeyPath<Routables, RoutableServiceModule>) {}

  /// Unavailable, unless the module that owns the protocol declares it.
  @available(
    *, unavailable,
    message:
      "this type is not declared routable as a service's configuration; declare it with: extension RoutableServiceModule where Protocol == … { init() { self.init(declaredProtocol: Protocol.self) } }"
  )
  public init() {}
}
