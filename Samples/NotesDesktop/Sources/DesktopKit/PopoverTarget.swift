import GtkKit
import Waymark

/// The widget that a popover points at.
struct PopoverTarget {
  let widget: Widget
}

extension RoutePath {
  /// Returns a path that shows the view in a popover that points at a widget.
  ///
  /// - Parameters:
  ///   - source: The window.
  ///   - widget: The widget. If it's gone, the popover points at the focused widget, or else at the top.
  public static func popover(from source: any RouteSource, at widget: Widget) -> Self {
    .custom(.popover, from: source, details: PopoverTarget(widget: widget))
  }
}
