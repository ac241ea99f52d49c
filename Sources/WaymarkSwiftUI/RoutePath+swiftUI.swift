#if canImport(SwiftUI)
  public import SwiftUI
  public import Waymark
  import WaymarkToolkit

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension RoutePath.Kind {
    /// A cover of the whole screen, above everything else, which macOS doesn't support.
    public static let fullScreenCover = Self("fullScreenCover")
    /// An alert, with an ``AlertContent``.
    public static let alert = Self("alert")
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
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
      .popover(from: window, at: anchor) { $0 }
    }

    /// Returns a path that shows the view as an alert.
    ///
    /// - Parameter window: The source window.
    public static func alert(from window: RouteWindow) -> Self { .custom(.alert, from: window) }

    // MARK: - Modifiers

    /// Returns a path that pushes the view with modifiers, such as one for a zoom transition.
    ///
    /// ```
    /// .push(from: window) { $0.navigationTransition(.zoom(sourceID: note.id, in: namespace)) }
    /// ```
    ///
    /// - Parameters:
    ///   - window: The source window.
    ///   - content: Returns the view of the screen, with the modifiers.
    public static func push<Content: View>(
      from window: RouteWindow, @ViewBuilder content: @escaping @MainActor (AnyView) -> Content
    ) -> Self {
      .custom(.push, from: window, details: WindowPathDetails(content))
    }

    /// Returns a path that shows the view as a sheet with modifiers, such as one for its heights.
    ///
    /// ```
    /// .sheet(from: window) { $0.presentationDetents([.medium, .large]) }
    /// ```
    ///
    /// - Parameters:
    ///   - window: The source window.
    ///   - content: Returns the view of the sheet, which is its navigation stack, with the modifiers.
    public static func sheet<Content: View>(
      from window: RouteWindow, @ViewBuilder content: @escaping @MainActor (AnyView) -> Content
    ) -> Self {
      .custom(.sheet, from: window, details: WindowPathDetails(content))
    }

    /// Returns a path that shows the view above everything else, on the whole screen, with modifiers.
    ///
    /// - Parameters:
    ///   - window: The source window. macOS doesn't support this path.
    ///   - content: Returns the view of the cover, which is its navigation stack, with the modifiers.
    public static func fullScreenCover<Content: View>(
      from window: RouteWindow, @ViewBuilder content: @escaping @MainActor (AnyView) -> Content
    ) -> Self {
      .custom(.fullScreenCover, from: window, details: WindowPathDetails(content))
    }

    /// Returns a path that shows the view in a popover with modifiers, such as one for its adaptation.
    ///
    /// - Parameters:
    ///   - window: The source window. tvOS doesn't support this path.
    ///   - anchor: The name of a view of the window, from the modifier `popoverAnchor`, or nil for the whole window.
    ///   - content: Returns the view of the popover with the modifiers.
    public static func popover<Content: View>(
      from window: RouteWindow, at anchor: String? = nil,
      @ViewBuilder content: @escaping @MainActor (AnyView) -> Content
    ) -> Self {
      .custom(.popover, from: window, details: WindowPathDetails(anchor: anchor, content))
    }

    /// The details, if the path has some for a window.
    var windowDetails: WindowPathDetails? { details as? WindowPathDetails }
  }

  /// The details of a window's path besides its kind and its source.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  struct WindowPathDetails {
    /// The name of the view that a popover points at.
    let anchor: String?
    /// Returns a view with the modifiers.
    let modify: @MainActor (AnyView) -> AnyView

    init<Content: View>(anchor: String? = nil, _ content: @escaping @MainActor (AnyView) -> Content) {
      self.anchor = anchor
      modify = { AnyView(content($0)) }
    }
  }

  // Errors of the presenter.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension RouteError {
    static func unsupported(_ kind: RoutePath.Kind, supported: [RoutePath.Kind]) -> RouteError {
      RouteError(
        .unsupportedPath,
        "a RouteWindow cannot show along \(kind), only along \(supported.map(\.name).joined(separator: ", "))",
        remedy: "use one of these\nadd Shows(along: .\(kind)) to the route")
    }

    static func noStack(for kind: RoutePath.Kind) -> RouteError {
      RouteError(
        .unsupportedPath, "a popover has no stack, so nothing can be shown in it along \(kind)",
        remedy: "show it along sheet\nshow the popover's destination along sheet")
    }

    static func noWindow() -> RouteError {
      RouteError(
        .actionFailed,
        "no RouteStack, pushesRoutes, or presentsRoutes is around the view, so its routeWindow shows nothing",
        remedy:
          "put the view into RouteStack(window) { … }\nadd .pushesRoutes(of: window, onto: $path) to your own "
          + "NavigationStack\nuse the window itself")
    }

    static func unreadableScreens(_ error: any Error) -> RouteError {
      RouteError(
        .actionFailed, "the saved screens of a window cannot be read: \(detail(of: error))",
        remedy: "restore only data that restoresRoutes(with:in:) has saved, under a key of its own",
        underlying: error)
    }

    static func windowGone() -> RouteError {
      RouteError(
        .actionFailed, "the RouteWindow was deallocated",
        remedy: "keep it in a @State property of the view that draws it")
    }

    static func sharedWindow() -> RouteError {
      RouteError(
        .invalidSource,
        "two views draw the RouteWindow at the same time, so each shows the screens of the other",
        remedy: "keep a RouteWindow for each scene, in a @State property of a view inside the WindowGroup, "
          + "not of the App")
    }

    @MainActor static func presentsAlready(_ screen: RouteScreen, _ kind: RoutePath.Kind) -> RouteError {
      RouteError(
        .actionFailed,
        "the window cannot show along \(kind): it shows \(screen.name) along \(screen.kind) already",
        // The action of an alert's button runs before SwiftUI dismisses the alert, which has no window of its own.
        remedy: screen.kind == .alert
          ? "set the window's alert to nil first, also in the action of the alert's button\n"
            + "await removed() of the alert's route first"
          : "remove that first\nshow it from the window of that screen, its @Environment(\\.routeWindow)")
    }

    static func noAnchor(_ name: String, in names: [String]) -> RouteError {
      let known = names.isEmpty ? "none is" : "those of \(names.joined(separator: ", ")) are"
      return RouteError(
        .invalidSource, "no view with the popover anchor '\(name)' is drawn in the window: \(known)",
        remedy: "add .popoverAnchor(\"\(name)\") to a view of the window")
    }

    static func noView(_ view: Any) -> RouteError {
      RouteError(
        .destinationMismatch, "\(type(of: view)) is not a SwiftUI view, so a RouteWindow cannot draw it",
        remedy: "add Shown { … } to its route, which returns a view of it")
    }

    static func noAlert(_ view: Any) -> RouteError {
      RouteError(
        .destinationMismatch, "\(type(of: view)) is not an AlertContent, so it cannot be shown along alert",
        remedy: "add Wrapped { _ in AlertContent(…) { … } } to its route")
    }

    static func noTab(_ name: String, in tabs: [String]) -> RouteError {
      noTab(
        name, in: tabs, of: "window",
        remedy: "create the window with RouteWindow(tabs:) and the names of all tabs")
    }
  }
#endif
