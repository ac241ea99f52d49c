/// A token: a value that proves, checked by the compiler, that a type may be requested.
///
/// The tokens are ``RoutableView``, ``RoutableService``, ``RoutableViewModule``, ``RoutableServiceModule``,
/// ``RoutableViews``, and ``RoutableServices``. They have no stored properties, so creating and passing one costs nothing. The
/// protocol is public so that a token can be stored as `any Routable`; other types shouldn't conform to it.
public protocol Routable<Requested>: Sendable {
  /// The kind of the token's destination: ``ViewKind`` or ``ServiceKind``.
  associatedtype Kind: RouteKind

  /// The type that's requested: an existential such as `any EditorInput`, or any other type.
  associatedtype Requested

  /// The role of the token: which of the six tokens it is.
  static var role: TokenRole { get }

  /// Declares a type routable, in an extension that the type's module contains.
  ///
  /// Call it in an `init()` of your own, or write ``Routables/declared()``.
  ///
  /// - Parameter declaredProtocol: The type, written as `Protocol.self`.
  init(declaredProtocol: Requested.Type)
}

/// A token for a destination: ``RoutableView`` or ``RoutableService``.
public protocol DestinationToken<Requested>: Routable {}

/// A token for a route's configuration: ``RoutableViewModule`` or ``RoutableServiceModule``.
public protocol ModuleToken<Requested>: Routable {}

/// A token for a collection, to which several routes contribute: ``RoutableViews`` or ``RoutableServices``.
public protocol CollectionToken<Requested>: Routable {
  /// The token for one destination of the same kind and type: ``RoutableView`` or ``RoutableService``.
  associatedtype Single: DestinationToken<Requested> where Single.Kind == Kind
}
