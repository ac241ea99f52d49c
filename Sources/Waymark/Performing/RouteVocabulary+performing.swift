extension RouteVocabulary {
  /// The kinds of path along which a view can be shown.
  public typealias Supports = Waymark.Supports
  /// An entry that shows a view instead of the presenter.
  public typealias Shows = Waymark.Shows
  /// An entry that puts a view into another object when it's shown.
  public typealias Wrapped = Waymark.Wrapped
  /// An entry that observes the presentation of destinations.
  public typealias Observes = Waymark.Observes
  /// An entry that decides whether destinations may be shown.
  public typealias Intercepts = Waymark.Intercepts
  /// An entry that reports destinations that still exist after their removal.
  public typealias LeakDetection = Waymark.LeakDetection
  /// An entry that decides whether a view may be removed.
  public typealias Leaves = Waymark.Leaves
}
