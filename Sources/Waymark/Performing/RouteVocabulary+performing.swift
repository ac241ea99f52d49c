extension RouteVocabulary {
  /// The kinds of path along which a view can be shown.
  public typealias Supports = Waymark.Supports
  /// A closure that observes the presentation of destinations.
  public typealias Observes = Waymark.Observes
  /// A closure that decides whether destinations may be shown.
  public typealias Intercepts = Waymark.Intercepts
  /// The detection of destinations that outlive their removal.
  public typealias LeakDetection = Waymark.LeakDetection
}
