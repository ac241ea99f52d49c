import WaymarkCore

/// The state of a destination that was requested to be shown.
///
///     guard editor.state == .routed else { return }
///
/// A failed operation restores the state that came before it.
public enum RouteState: String, Sendable, Hashable, Codable, CaseIterable {
  /// The destination hasn't been shown.
  case unrouted
  /// The destination is being created, is waiting for an interceptor, or is being shown by the presenter.
  case routing
  /// The destination is shown; along `makeDestination`, it was created.
  case routed
  /// The presenter is removing the destination.
  case removing
  /// The destination was shown and has been removed.
  case removed
}
