public import WaymarkRuntime

/// A token: a value, checked by the compiler, that permits a request for a type.
///
/// The tokens are ``RoutableView``, ``RoutableService``, ``RoutableViewModule``, ``RoutableServiceModule``,
/// ``RoutableViews``, and ``RoutableServices``. A token stores its name, one machine word. Use the protocol to store a
/// token as `any Routable`, but don't conform to it.
public protocol Routable<Requested>: Sendable, CustomStringConvertible {
  /// The kind of the token's destination: ``ViewKind`` or ``ServiceKind``.
  associatedtype Kind

  /// The requested type: an existential such as `any EditorInput`, or any other type.
  associatedtype Requested

  /// The role of the token.
  var role: TokenRole { get }

  /// The name by which the registry finds the token.
  @_documentation(visibility: internal)
  var keyName: KeyName { get set }

  /// Declares a type routable, in an extension in the type's module.
  ///
  /// Call it in an `init()` of your own, or declare a name with ``declared(_:)``.
  ///
  /// - Parameters:
  ///   - declaredProtocol: The type, written as `Protocol.self`.
  ///   - mark: An empty value from the tokens' own initializers.
  init(declaredProtocol: Requested.Type, _ mark: Void)
}

extension Routable {
  /// Returns the token for a static property, which declares a name.
  ///
  ///     extension RoutableService<any Clock> { static var clock: Self { declared() } }
  ///     extension RoutableView<any EditorInput> { static var editor: Self { declared() } }
  ///
  /// Use the name in place of any token: `Service(.clock)` in a route, `@Routed(.editor)` on a property, and
  /// `registry(.clock)` anywhere else. Two names of one type are two keys with separate providers. Write `static var`,
  /// because the compiler passes the name of the type for a `static let`, so that two of them would be one key.
  ///
  /// - Parameter name: The name, by default the property's.
  /// - Returns: The token.
  @inlinable
  public static func declared(_ name: StaticString = #function) -> Self {
    var token = Self(declaredProtocol: Requested.self, ())
    token.keyName = KeyName(name)
    return token
  }

  /// Creates the token for a name.
  ///
  ///     RoutableService(.clock)
  ///
  /// - Parameter token: The name, or another token.
  @inlinable
  public init(_ token: Self) { self = token }

  /// The name of the token, if any.
  public var name: String? { keyName.text }

  /// The token as source text: `Service(.clock)`, or `Service<any Clock>()`.
  public var description: String { TokenDescription(self).expression }

  /// The role of all tokens of this type.
  @inlinable
  static var role: TokenRole { Self(declaredProtocol: Requested.self, ()).role }
}

/// A token for a destination: ``RoutableView`` or ``RoutableService``.
public protocol DestinationToken<Requested>: Routable {}

/// A token for a route's configuration: ``RoutableViewModule`` or ``RoutableServiceModule``.
public protocol ModuleToken<Requested>: Routable {}

/// A token for a collection of contributions: ``RoutableViews`` or ``RoutableServices``.
public protocol CollectionToken<Requested>: Routable {
  /// The token for one destination of the same kind and type: ``RoutableView`` or ``RoutableService``.
  associatedtype Single: DestinationToken<Requested> where Single.Kind == Kind
}

/// The kind of destinations that belong to the main actor, as a type.
public enum ViewKind {}

/// The kind of destinations that are available on any thread, as a type.
public enum ServiceKind {}

/// The kind of a destination, which decides its isolation.
public enum DestinationKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A view, created and used on the main actor.
  case view

  /// A service, created and used on any thread.
  case service
}

/// The short names of types in declarations, available only in a module or a registry.
///
/// ``RouteModule`` and ``Registry`` adopt it. At the top level, the tokens' short names would clash: `View` with
/// SwiftUI's, `Service` with ServiceLifecycle's. ``Route``, ``Routes``, and ``Router`` are top-level types with an
/// alias here, because other libraries have types with these names.
///
/// In an expression, the alias takes precedence over an imported type of the same name. In a type position, the import
/// takes precedence, so write `var routes: Self.Routes`. A name without an alias, such as `Profile`, refers to the
/// program's own type if the program declares one.
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
