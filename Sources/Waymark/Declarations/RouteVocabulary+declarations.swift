extension RouteVocabulary {
  /// A declaration of a destination.
  public typealias Route = Waymark.Route
  /// Several declarations.
  public typealias Routes = Waymark.Routes
  /// A declaration that connects a required interface to a provided one.
  public typealias Adapter = Waymark.Adapter
  /// An entry that gives the route a name by which it can be found at run time.
  public typealias Identifier = Waymark.Identifier
  /// A claim that no other route makes this destination.
  public typealias Exclusive = Waymark.Exclusive
  /// A lifetime: one instance for each registry.
  public typealias Singleton = Waymark.Singleton
  /// A lifetime: one instance while something retains it.
  public typealias WeaklyShared = Waymark.WeaklyShared
  /// A lifetime: one instance for each open scope.
  public typealias Scoped = Waymark.Scoped
  /// A lifetime: one instance for each key of a configuration, while something retains it.
  public typealias Kept = Waymark.Kept
  /// A lifetime: a new instance for each request.
  public typealias Transient = Waymark.Transient
  /// An entry that adds the destination to a collection.
  public typealias Contributes = Waymark.Contributes
  /// A declaration that replaces all contributions to a collection.
  public typealias Replaces = Waymark.Replaces
  /// A declaration that wraps whatever provides a token.
  public typealias Decorates = Waymark.Decorates
  /// The declarations of some profiles.
  public typealias When = Waymark.When
  /// A declaration of profiles that replace nothing.
  public typealias Profiles = Waymark.Profiles
  /// A variant of an application.
  public typealias Profile = Waymark.Profile
  /// The requirements of a route.
  public typealias Requires = Waymark.Requires
  /// The suppression of an expected warning or note.
  public typealias Accepts = Waymark.Accepts
  /// An entry for a route that the application itself requests.
  public typealias EntryPoint = Waymark.EntryPoint
  /// A declaration that observes every error of a registry.
  public typealias ReportsErrors = Waymark.ReportsErrors
  /// An entry that makes a kept instance when the registry is started.
  public typealias Eager = Waymark.Eager
  /// An entry that does the work by which a kept instance begins its service.
  public typealias Starting = Waymark.Starting
  /// An entry that ends the service of a kept instance.
  public typealias Stopping = Waymark.Stopping
  /// A declaration that observes each start and stop of an instance.
  public typealias ObservesLifecycle = Waymark.ObservesLifecycle
}
