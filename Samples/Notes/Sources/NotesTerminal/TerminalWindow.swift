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

  /// The screens that fill the window or a pane, the lowest first, and how each is shown.
  public var screens: [(screen: any Screen, kind: RoutePath.Kind)] {
    presenter.layers.filter { $0.kind != .box }.flatMap(\.panes).map { ($0.screen, $0.transition.path.kind) }
  }

  /// Removes a screen, and what is shown above it, as the escape key does.
  public func dismiss(_ screen: any Screen) { presenter.dismiss(screen) }
}
