#if canImport(SwiftUI)
  public import SwiftUI
  import Waymark

  /// An action that removes the screen of a view, unless its route's `Leaves` decide to stay.
  ///
  /// ```
  /// struct NoteScreen: View {
  ///   @Environment(\.leaveRoute) private var leave
  ///   var body: some View { Button("Close") { leave() } }
  /// }
  /// ```
  ///
  /// In contrast, SwiftUI's `dismiss` removes the screen without asking.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor
  public struct LeaveAction: Sendable {
    let screen: RouteScreen?
    /// The parts of the screen or of the view controller, or nil outside of them.
    let leaving: LeaveState?
    /// Removes the view controller of the view.
    private let leave: (@MainActor @Sendable () -> Void)?

    nonisolated init(_ screen: RouteScreen?) {
      self.screen = screen
      leaving = screen?.presentation.leaving
      leave = nil
    }

    nonisolated init(_ leaving: LeaveState, _ leave: @escaping @MainActor @Sendable () -> Void) {
      screen = nil
      self.leaving = leaving
      self.leave = leave
    }

    /// Asks the routes of the screen and of all views that would go with it, the topmost first, and removes the screen
    /// unless one decides to stay.
    ///
    /// It has no effect outside of the screens of a ``RouteWindow`` and of the routes of a ``RouteHostingController``.
    /// If no route has `Leaves`, the screen of a window is removed in the caller's transaction, such as one of
    /// `withAnimation`.
    public func callAsFunction() {
      if let screen { screen.presentation.leave() } else { leave?() }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension View {
    /// Sets whether the route of the view's screen is asked before the user removes the screen.
    ///
    /// ```
    /// NoteForm(note: $note).asksBeforeLeaving(note != saved)
    /// ```
    ///
    /// If a route has `Leaves`, the user can't remove its screens with a gesture, and a button that asks replaces the
    /// back button. With false, the user removes the screen as any other one, and the route isn't asked. In contrast,
    /// `ActiveRoute.leave` and a `Navigator` always ask.
    ///
    /// In a ``RouteHostingController``, the modifier has no effect: the route is always asked.
    ///
    /// - Parameter isNeeded: Whether the route is asked. It has no effect without `Leaves`.
    public func asksBeforeLeaving(_ isNeeded: Bool) -> some View {
      AskingView(isNeeded: isNeeded, content: self)
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private struct AskingView<Content: View>: View {
    let isNeeded: Bool
    let content: Content
    @Environment(\.leaveRoute) private var leave

    var body: some View {
      content.onChange(of: isNeeded, initial: true) { leave.screen?.presentation.leaving.isAsked = isNeeded }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension EnvironmentValues {
    private struct BackTitleKey: EnvironmentKey {
      static var defaultValue: Text { Text("Back") }
    }

    private struct LeaveRouteKey: EnvironmentKey {
      static let defaultValue = LeaveAction(nil)
    }

    /// The title of the button that replaces the back button of a screen if the screen's route has `Leaves`.
    ///
    /// ```
    /// RouteStack(window) { NoteList() }
    ///   .environment(\.backTitle, Text("Notes"))
    /// ```
    ///
    /// The default is the text for the key `Back` in the application's string table. If the button is only an arrow,
    /// assistive technologies read the title.
    public var backTitle: Text {
      get { self[BackTitleKey.self] }
      set { self[BackTitleKey.self] = newValue }
    }

    /// The action that removes the screen of the view, after asking its route.
    public internal(set) var leaveRoute: LeaveAction {
      get { self[LeaveRouteKey.self] }
      set { self[LeaveRouteKey.self] = newValue }
    }
  }
#endif
