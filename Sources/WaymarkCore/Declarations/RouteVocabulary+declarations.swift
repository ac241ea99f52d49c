// Other libraries have types of these names: Vapor and Hummingbird's OpenAPI packages, for example.
extension RouteVocabulary {
  /// A declaration of a destination.
  public typealias Route = WaymarkCore.Route
  /// Several declarations.
  public typealias Routes = WaymarkCore.Routes
}
