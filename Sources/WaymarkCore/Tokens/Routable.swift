public import WaymarkRuntime

/// A token: a value that proves, checked by the compiler, that a type may be requested.
///
/// The tokens are ``RoutableView``, ``RoutableService``, ``RoutableViewModule``, ``RoutableServiceModule``,
/// ``RoutableViews``, and ``RoutableServices``. A token stores its name, one machine word. The protocol is public so
/// that a token can be stored as `any Routable`; other types shouldn't conform to it.
public protocol Routable<Requested>: Sendable, CustomStringConvertible {
  /// The kind of the token's destination: ``ViewKind`` or ``ServiceKind``.
  associatedtype Kind: RouteKind

  /// The type that's requested: an existential such as `any EditorInput`, or any other type.
  associatedtype Requested

  /// The role of the token: which of the six tokens it is.
  var role: TokenRole { get }

  /// The name by which the registry finds the token.
  @_documentation(visibility: internal)
  var keyName: KeyName { get set }

  /// Declares a type routable, in an extension that the type's module contains.
  ///
  /// Call it in an `init()` of your own, or declare a name with ``declared(_:)``.
  ///
  /// - Parameters:
  ///   - declaredProtocol: The type, written as `Protocol.self`.
  ///   - mark: An empty value, which the tokens' own initializers supply.
  init(declaredProtocol: Requested.Type, _ mark: Void)
}

extension Routable {
  /// Declares a name: returns the token that a static property stands for.
  ///
  ///     extension RoutableService<any Clock> { static var clock: Self { declared() } }
  ///     extension RoutableView<any EditorInput> { static var editor: Self { declared() } }
  ///
  /// The name is then written wherever a token is taken: `Service(.clock)` in a route, `@Routed(.editor)` on a property,
  /// `registry(.clock)` anywhere else. Two names of one type are two keys, each with a provider of its own.
  ///
  /// - Parameter name: The name, by default that of the property.
  /// - Returns: The token.
  @inlinable
  public static func declared(_ name: StaticString = #function) -> Self {
    var token = Self(declaredProtocol: Requested.self, ())
    token.keyName = KeyName(name)
    return token
  }

  /// Creates the token that a name stands for.
  ///
  ///     RoutableService(.clock)
  ///
  /// - Parameter token: The name, or another token.
  @inlinable
  public init(_ token: Self) { self = token }

  /// The name of the token; nil for a token without one.
  public var name: String? { keyName.text }

  /// The token as it's written in a route: `Service(.clock)`, or `Service<any Clock>()`.
  public var description: String { TokenDescription(self).expression }

  /// The role of all tokens of this type.
  @inlinable
  static var role: TokenRole { Self(declaredProtocol: Requested.self, ()).role }
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

/// The kind of a destination as a type: ``ViewKind`` or ``ServiceKind``.
public protocol RouteKind {
  /// The kind, as a value.
  static var kind: DestinationKind { get }
}

/// The kind of destinations that are made and used on the main actor.
public enum ViewKind: RouteKind {
  /// The kind, as a value.
  public static var kind: DestinationKind { .view }
}

/// The kind of destinations that are made and used on any thread.
public enum ServiceKind: RouteKind {
  /// The kind, as a value.
  public static var kind: DestinationKind { .service }
}

/// The kind of a destination, which decides where it may be made and used.
public enum DestinationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A view: made and used on the main actor.
  case view

  /// A service: made and used on any thread.
  case service
}

/// The short names of the types that declarations use, available only where routes are declared.
///
/// ``RouteModule`` and ``Registry`` adopt it. The tokens have short names only here: at the top level,
/// `View` would clash with SwiftUI's in every file that imports both, and `Service` with ServiceLifecycle's.
/// The other names are top-level types of Waymark. Those that other libraries have, ``Route``, ``Routes``, and ``Router``,
/// have an alias here, too. In an expression, the alias found through the module's own type takes precedence over a type
/// of the same name from another import. In a type position the import takes precedence; there, write
/// `var routes: Self.Routes`. A name without an alias, such as `Profile`, is the program's own if the program declares it.
public protocol RouteVocabulary {}

extension RouteVocabulary {
  /// The token for a view.
  public typealias View = RoutableView
  /// The token for a service.
  public typealias Service = RoutableService
  /// The token for the configuration of a view's route.
  public typealias ViewModule = RoutableViewModule
  /// The token for the configuration of a service's route.
  public typealias ServiceModule = RoutableServiceModule
  /// The token for the views that modules contribute to a collection.
  public typealias Views = RoutableViews
  /// The token for the services that modules contribute to a collection.
  public typealias Services = RoutableServices
}
