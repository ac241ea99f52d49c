extension RouteVocabulary {
  /// An entry with a URL pattern by which a route is found.
  public typealias URLPattern = Waymark.URLPattern
}
