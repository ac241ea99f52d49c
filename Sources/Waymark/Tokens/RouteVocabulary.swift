/// The short names for the words of a route, where routes are declared and nowhere else.
///
/// ``RouteModule`` and ``Registry`` adopt it. The tokens have short names only here: at the top level,
/// `View` would clash with SwiftUI's in every file that imports both, and `Service` with ServiceLifecycle's.
/// The other words are top-level types of Waymark; in an expression, the alias found through the
/// module's own type wins over a type of the same name that another import brings. In a type position the
/// import wins; there write `var routes: Self.Routes`.
public protocol RouteVocabulary {}

extension RouteVocabulary {
  /// A view, by its protocol.
  public typealias View = RoutableView
  /// A service, by its protocol.
  public typealias Service = RoutableService
  /// The configuration of a view's route, by its protocol.
  public typealias ViewModule = RoutableViewModule
  /// The configuration of a service's route, by its protocol.
  public typealias ServiceModule = RoutableServiceModule
}
