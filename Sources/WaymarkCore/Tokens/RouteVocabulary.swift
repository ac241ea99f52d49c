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
