extension RouteVocabulary {
  /// A URL by which a route is found.
  public typealias URLPattern = Waymark.URLPattern
}
