import Waymark

/// The window in which a screen is shown.
@MainActor
public protocol ScreenWindow: RouteSource {
  /// Removes a screen, and what is shown above it, as the escape key does.
  func dismiss(_ screen: any Screen)
}
