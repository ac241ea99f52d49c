import ScreenKit
import Waymark

/// The window of the terminal: from here screens are shown.
@MainActor
public final class TerminalWindow: ScreenWindow {
  let presenter = TerminalPresenter()

  /// What goes back in this window, and knows what is shown; nil where nobody navigates.
  public var navigator: Navigator?

  /// Creates an empty window.
  public init() {}

  /// What shows screens in this window.
  public var routePresenter: any RoutePresenter { presenter }

  /// Says what could not be done.
  public func say(_ error: any Error) {
    presenter.onError(error)
    presenter.onChange()
  }

  /// Goes back, as the user does with the escape key.
  ///
  /// - Returns: Whether there is a screen to leave; the first one stays.
  func goBack() -> Bool {
    guard presenter.canDismiss, let navigator else { return presenter.dismiss() }
    Task {
      do {
        try await navigator.back()
      } catch  where error.code == .superseded || error.isCancellation {
        // The user does something else.
      } catch {
        if error.code != .stayed || error.error.underlying != nil { say(error.error.underlying ?? error) }
      }
    }
    return true
  }
}
