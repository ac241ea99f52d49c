/// What has become of a view that was asked for.
public enum RouteState: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nothing yet.
  case unrouted
  /// It is being made, waits for an interceptor, or the presenter is showing it.
  case routing
  /// It is shown; along `makeDestination`, it was made.
  case routed
  /// The presenter is removing it.
  case removing
  /// It was shown and is gone.
  case removed
}
