/// A token: the proof, checked by the compiler, that something may be asked for.
///
/// The tokens are ``RoutableView``, ``RoutableService``, ``RoutableViewModule``, and ``RoutableServiceModule``. They have
/// no stored properties; all they say is in their type. The protocol is public so that a token can be held as
/// `any Routable`; it isn't meant for other types.
public protocol Routable<Requested>: Sendable {
  /// The kind of destination to which the token leads: ``ViewKind`` or ``ServiceKind``.
  associatedtype Kind: RouteKind

  /// The requested type: an existential such as `any EditorInput`, or any other type.
  associatedtype Requested

  /// Which of the tokens this is.
  static var role: TokenRole { get }

  /// Declares a type routable; call it in an `init()` of your own, or write ``Routables/declared()``.
  ///
  /// - Parameter declaredProtocol: The type, as `Protocol.self`.
  init(declaredProtocol: Requested.Type)
}

/// A token that leads to a destination: ``RoutableView`` or ``RoutableService``.
public protocol DestinationToken<Requested>: Routable {}

/// A token that leads to the configuration of a route: ``RoutableViewModule`` or ``RoutableServiceModule``.
public protocol ModuleToken<Requested>: Routable {}
