extension RouteVocabulary {
  /// Every module of the program that can be found.
  public typealias DiscoveredModules = Waymark.DiscoveredModules
}
