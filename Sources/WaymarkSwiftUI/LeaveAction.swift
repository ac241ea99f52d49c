#if canImport(SwiftUI)
  public import SwiftUI
  import Waymark

  /// An action that removes the screen of a view, if its route's `Leaves` lets the user go.
  ///
  /// ```
  /// struct NoteScreen: View {
  ///   @Environment(\.leaveRoute) private var leave
  ///   var body: some View { Button("Close") { leave() } }
  /// }
  /// ```
  ///
  /// SwiftUI's own `dismiss` removes the screen without asking.
  @MainActor
  public struct LeaveAction: Sendable {
    private let screen: RouteScreen?

    nonisolated init(_ screen: RouteScreen?) { self.screen = screen }

    /// Asks the route of the screen, and removes the screen if it may be removed.
    ///
    /// Outside the screens of a ``RouteWindow``, it does nothing. If the route doesn't ask, the screen is removed in the
    /// caller's transaction, such as one of `withAnimation`.
    public func callAsFunction() {
      guard let screen else { return }
      guard screen.asksBeforeLeaving else { return screen.presentation.close() }
      Task {
        guard await screen.presentation.transition.mayLeave() else { return }
        screen.presentation.close()
      }
    }
  }

  /// The key of the action.
  private struct LeaveRouteKey: EnvironmentKey {
    static let defaultValue = LeaveAction(nil)
  }

  /// The key of the title.
  private struct BackTitleKey: EnvironmentKey {
    static var defaultValue: Text { Text("Back") }
  }

  extension EnvironmentValues {
    /// The title of the button that replaces the back button of a screen if the screen's route has `Leaves`.
    ///
    /// ```
    /// RouteStack(window) { NoteList() }
    ///   .environment(\.backTitle, Text("Notes"))
    /// ```
    ///
    /// The default value is the text that the application's string table has for the key `Back`. Where the button shows
    /// an arrow only, assistive technologies read the title.
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
