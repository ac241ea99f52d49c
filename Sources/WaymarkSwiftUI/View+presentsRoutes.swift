#if canImport(SwiftUI)
  public import SwiftUI
  import Waymark

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
  private struct PresentingView<Content: View>: View {
    @Bindable var window: RouteWindow
    let content: Content
    @State private var view = DrawnView()

    var body: some View {
      alerting
        .environment(\.routeWindow, window)
        .onAppear { window.place.appeared(view) }
        .onDisappear { window.place.disappeared(view) }
    }

    private var alerting: some View {
      presenting.alert(
        Text(verbatim: alert?.title ?? ""), isPresented: $window.isAlertShown, presenting: alert
      ) { content in
        content.actions
      } message: { content in
        content.message
      }
    }

    private var alert: AlertContent? {
      guard case .alert(let content) = window.alert?.presentation.content else { return nil }
      return content
    }

    private var presenting: some View {
      covering.sheet(item: $window.sheet) { ModalView(screen: $0) }
    }

    #if os(macOS)
      private var covering: some View { pointing }
    #else
      private var covering: some View {
        pointing.fullScreenCover(item: $window.fullScreenCover) { ModalView(screen: $0) }
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
  struct ModalView: View {
    let screen: RouteScreen

    var body: some View {
      framed
        .environment(\.leaveRoute, LeaveAction(screen))
        .interactiveDismissDisabled(screen.asksBeforeLeaving)
        .onAppear { screen.presentation.appeared() }
        .onDisappear { screen.presentation.disappeared() }
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
#endif
