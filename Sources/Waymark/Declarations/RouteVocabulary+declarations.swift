extension RouteVocabulary {
  /// One route.
  public typealias Route = Waymark.Route
  /// Several declarations.
  public typealias Routes = Waymark.Routes
  /// A second name for what another route provides.
  public typealias Adapter = Waymark.Adapter
  /// A string by which a route is found.
  public typealias Identifier = Waymark.Identifier
  /// A claim that no other route makes this destination.
  public typealias Exclusive = Waymark.Exclusive
  /// A lifetime: one instance for each registry.
  public typealias Singleton = Waymark.Singleton
  /// A lifetime: one instance for as long as it's held.
  public typealias WeaklyShared = Waymark.WeaklyShared
  /// The requirements of a route.
  public typealias Requires = Waymark.Requires
  /// The suppression of an expected warning or note.
  public typealias Accepts = Waymark.Accepts
  /// A mark for a route that the application itself asks for.
  public typealias EntryPoint = Waymark.EntryPoint
  /// A closure that receives every error of a registry.
  public typealias ReportsErrors = Waymark.ReportsErrors
}
