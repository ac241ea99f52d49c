#if canImport(SwiftUI)
  public import SwiftUI
  public import Waymark

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension RoutePath {
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
    private let modify: (@MainActor (AnyView) -> AnyView)?

    /// Creates the details of a popover without modifiers.
    init(anchor: String) {
      self.anchor = anchor
      modify = nil
    }

    init<Content: View>(anchor: String? = nil, _ content: @escaping @MainActor (AnyView) -> Content) {
      self.anchor = anchor
      modify = { AnyView(content($0)) }
    }

    /// Returns a view with the modifiers.
    func view(of content: some View) -> AnyView {
      let view = AnyView(content)
      return modify?(view) ?? view
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension RouteScreen {
    /// Returns a view with the modifiers of the path that shows the screen.
    @MainActor
    func modified(_ content: some View) -> AnyView {
      presentation.transition.path.windowDetails?.view(of: content) ?? AnyView(content)
    }
  }
#endif
