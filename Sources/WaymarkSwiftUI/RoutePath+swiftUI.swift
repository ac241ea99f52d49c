#if canImport(SwiftUI)
  public import Waymark

  extension RoutePath.Kind {
    /// The view covers the whole screen, above everything else; not on macOS.
    public static let fullScreenCover = Self("fullScreenCover")
    /// The view is shown as an alert: an ``AlertContent``.
    public static let alert = Self("alert")
  }

  extension RoutePath {
    /// Returns a path that shows the view above everything else, on the whole screen.
    ///
    /// - Parameter window: The window from which to show it. It isn't supported on macOS.
    public static func fullScreenCover(from window: RouteWindow) -> Self {
      .custom(.fullScreenCover, from: window)
    }

    /// Returns a path that shows the view in a popover that points at a part of the window.
    ///
    /// Along `popover(from:)`, it points at the whole window.
    ///
    /// - Parameters:
    ///   - window: The window from which to show it. It isn't supported on tvOS.
    ///   - anchor: The name of a view of the window, which its modifier `popoverAnchor` sets.
    public static func popover(from window: RouteWindow, at anchor: String) -> Self {
      .custom(.popover, from: window, details: PopoverAnchor(name: anchor))
    }

    /// Returns a path that shows the view as an alert.
    ///
    /// - Parameter window: The window from which to show it.
    public static func alert(from window: RouteWindow) -> Self { .custom(.alert, from: window) }
  }
#endif
