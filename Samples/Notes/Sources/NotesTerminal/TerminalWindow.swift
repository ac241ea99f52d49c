import ScreenKit
import Waymark

/// The window of the terminal: from here screens are shown.
@MainActor
public final class TerminalWindow: ScreenWindow {
  let presenter = TerminalPresenter()

  /// The object that goes back in this window and knows its screens, or nil if nobody navigates.
  public var navigator: Navigator?

  /// Creates an empty window.
  public init() {}

  /// The presenter of this window.
  public var routePresenter: any RoutePresenter { presenter }

  /// Shows an error to the user.
  public func say(_ error: any Error) {
    presenter.onError(error)
    presenter.onChange()
  }

  /// Goes back, as the user does with the escape key.
  ///
  /// - Returns: Whether there is a screen to leave. The first one stays.
  func goBack() -> Bool {
    guard presenter.canDismiss, let navigator else { return presenter.dismiss() }
    Task {
      do throws(Navigator.Failure) {
        try await navigator.back()
      } catch {
        report(error)
      }
    }
    return true
  }

  /// Says why a step back failed, unless the user knows.
  private func report(_ failure: Navigator.Failure) {
    let isStaying = failure.code == .stayed && failure.error.underlying == nil
    guard !isStaying, failure.code != .superseded, !failure.isCancellation else { return }
    say(failure.error.underlying ?? failure)
  }
}
