/// A token: the proof, checked by the compiler, that something may be asked for.
///
/// The four tokens are ``RoutableView``, ``RoutableService``, ``RoutableViewModule`` and
/// ``RoutableServiceModule``. They have no stored properties; all they say is in their type. The protocol
/// is public so that a token can be held as `any Routable`; it is not meant for other types.
public protocol Routable<Requested>: Sendable {
  /// What kind of destination the token leads to: ``ViewKind`` or ``ServiceKind``.
  associatedtype Kind: RouteKind

  /// What is asked for: an existential such as `any EditorInput`, or any other type.
  associatedtype Requested

  /// Which of the four tokens this is.
  static var role: TokenRole { get }
}
