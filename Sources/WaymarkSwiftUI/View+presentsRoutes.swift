#if canImport(SwiftUI)
  public import SwiftUI
  import Waymark

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Draws the sheet, cover, popover, and alert of a window above this view.
    ///
    /// A ``RouteStack`` already does this, except in a tab. Use it on a `TabView`, or on a view without a stack.
    ///
    /// - Parameter window: The window.
    public func presentsRoutes(of window: RouteWindow) -> some View {
      PresentingView(window: window, content: self)
    }
  }

  /// A view with the modal views of a window.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct PresentingView<Content: View>: View {
    @Bindable var window: RouteWindow
    let content: Content
    @State private var view = DrawnView()

    var body: some View {
      alerting
        .environment(\.routeWindow, window)
        // The window may be in a sheet, also in one of the application.
        .interactiveDismissDisabled(window.asksBeforeLeaving)
        .onAppear { window.place.appeared(view) }
        .onDisappear { window.place.disappeared(view) }
    }

    private var alerting: some View {
      presenting.alert(
        Text(verbatim: alert?.title ?? ""), isPresented: $window[isShown: window.alert?.id], presenting: alert
      ) { content in
        content.actions
      } message: { content in
        content.message
      }
    }

    private var alert: AlertContent? { window.alert?.presentation.content.alert }

    private var presenting: some View {
      covering.sheet(item: $window[drawn: .sheet], onDismiss: window.modalIsDismissed) {
        ModalView(screen: $0)
      }
    }

    #if os(macOS)
      private var covering: some View { pointing }
    #else
      private var covering: some View {
        pointing.fullScreenCover(item: $window[drawn: .fullScreenCover], onDismiss: window.modalIsDismissed) {
          ModalView(screen: $0)
        }
      }
    #endif

    #if os(tvOS)
      private var pointing: some View { content }
    #else
      private var pointing: some View {
        content.popover(item: $window[popoverAt: nil]) { ModalView(screen: $0) }
      }
    #endif
  }

  /// The content of a sheet, a cover, or a popover.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  struct ModalView: View {
    let screen: RouteScreen

    var body: some View {
      screen.modified(framed)
        .environment(\.leaveRoute, LeaveAction(screen))
        .onAppear { screen.presentation.appeared() }
        .onDisappear { screen.presentation.disappeared(isGone: !screen.reportsDismissal) }
    }

    @ViewBuilder private var framed: some View {
      if let window = screen.window {
        if window.hasStack {
          RouteStack(window) { screen.presentation.content.view }
        } else {
          screen.presentation.content.view.presentsRoutes(of: window)
        }
      }
    }
  }

  #if !os(tvOS)
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    extension View {
      /// Makes the view a target for popovers of its window.
      ///
      /// ```
      /// Button("Share") { share(path: .popover(from: window, at: "share")) }
      ///   .popoverAnchor("share")
      /// ```
      ///
      /// Each view needs a unique name in its window, such as `"note \(note.id)"` in a list. When the view disappears,
      /// its popover is removed.
      ///
      /// - Parameters:
      ///   - name: The name of the view, for a path.
      ///   - anchor: The place in the view that the popover points at.
      ///   - edge: The edge of that place for the popover's arrow.
      public func popoverAnchor(
        _ name: String, attachmentAnchor anchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge edge: Edge? = nil
      ) -> some View {
        AnchoringView(name: name, anchor: anchor, edge: edge, content: self)
      }
    }

    /// A view with the popovers that point at it.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    private struct AnchoringView<Content: View>: View {
      let name: String
      let anchor: PopoverAttachmentAnchor
      let edge: Edge?
      let content: Content
      @Environment(\.routeWindow) private var window

      var body: some View {
        content
          .popover(item: Bindable(window)[popoverAt: name], attachmentAnchor: anchor, arrowEdge: edge) {
            screen in
            ModalView(screen: screen)
          }
          .onAppear { window.anchors.append(name) }
          .onDisappear {
            if let index = window.anchors.firstIndex(of: name) { window.anchors.remove(at: index) }
            if !window.anchors.contains(name) { window[popoverAt: name] = nil }
          }
      }
    }
  #endif
#endif
