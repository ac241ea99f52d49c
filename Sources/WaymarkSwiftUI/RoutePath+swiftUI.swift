#if canImport(SwiftUI)
  public import Waymark

  extension RoutePath.Kind {
    /// A cover of the whole screen, above everything else, which macOS doesn't support.
    public static let fullScreenCover = Self("fullScreenCover")
    /// An alert, with an ``AlertContent``.
    public static let alert = Self("alert")
  }

  extension RoutePath {
    /// Returns a path that shows the view above everything else, on the whole screen.
    ///
    /// - Parameter window: The source window. macOS doesn't support this path.
    public static func fullScreenCover(from window: RouteWindow) -> Self {
      .custom(.fullScreenCover, from: window)
    }

    /// Returns a path that shows the view in a popover that points at a part of the window.
    ///
    /// With `popover(from:)`, it points at the whole window.
    ///
    /// - Parameters:
    ///   - window: The source window. tvOS doesn't support this path.
    ///   - anchor: The name of a view of the window, from the modifier `popoverAnchor`.
    public static func popover(from window: RouteWindow, at anchor: String) -> Self {
      .custom(.popover, from: window, details: PopoverAnchor(name: anchor))
    }

    /// Returns a path that shows the view as an alert.
    ///
    /// - Parameter window: The source window.
    public static func alert(from window: RouteWindow) -> Self { .custom(.alert, from: window) }
  }
#endif
