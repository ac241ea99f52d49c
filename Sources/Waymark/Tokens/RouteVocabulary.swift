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

  /// One route.
  public typealias Route = Waymark.Route
  /// Several declarations.
  public typealias Routes = Waymark.Routes
  /// A second name for what another route provides.
  public typealias Adapter = Waymark.Adapter
  /// A string by which a route is found.
  public typealias Identifier = Waymark.Identifier
  /// A URL by which a route is found.
  public typealias URLPattern = Waymark.URLPattern
  /// No other route may make this destination.
  public typealias Exclusive = Waymark.Exclusive
  /// One instance for each registry.
  public typealias Singleton = Waymark.Singleton
  /// One instance for as long as somebody holds it.
  public typealias WeaklyShared = Waymark.WeaklyShared
  /// What a route needs.
  public typealias Requires = Waymark.Requires
  /// A warning or note about a route is meant to be so.
  public typealias Accepts = Waymark.Accepts
  /// The application itself asks for a route.
  public typealias EntryPoint = Waymark.EntryPoint
  /// Every module of the program that can be found.
  public typealias DiscoveredModules = Waymark.DiscoveredModules
  /// The kinds of path along which a view can be shown.
  public typealias Supports = Waymark.Supports
  /// Hears what happens to destinations that are shown.
  public typealias Observes = Waymark.Observes
  /// Decides whether destinations may be shown.
  public typealias Intercepts = Waymark.Intercepts
  /// Reports destinations that outlive their removal.
  public typealias LeakDetection = Waymark.LeakDetection
  /// Hears every error of a registry.
  public typealias ReportsErrors = Waymark.ReportsErrors
}
