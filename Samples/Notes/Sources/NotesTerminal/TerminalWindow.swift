import ScreenKit
import Waymark

/// The window of the terminal: from here screens are shown.
@MainActor
public final class TerminalWindow: ScreenWindow {
  let presenter = TerminalPresenter()

  /// Creates an empty window.
  public init() {}

  /// What shows screens in this window.
  public var routePresenter: any RoutePresenter { presenter }

  /// Removes a screen, and what is shown above it, as the escape key does.
  public func dismiss(_ screen: any Screen) { presenter.dismiss(screen) }
}
