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
    /// Outside the screens of a ``RouteWindow``, it does nothing.
    public func callAsFunction() {
      guard let screen else { return }
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

  extension EnvironmentValues {
    /// The action that removes the screen of the view, after asking its route.
    public internal(set) var leaveRoute: LeaveAction {
      get { self[LeaveRouteKey.self] }
      set { self[LeaveRouteKey.self] = newValue }
    }
  }
#endif
