import Waymark

/// The window that shows a screen.
@MainActor
public protocol ScreenWindow: RouteSource {
  /// Shows an error to the user.
  func say(_ error: any Error)
}

extension ScreenWindow {
  /// Does something that takes time, such as asking the user, and shows an error if it fails.
  public func perform(_ work: @escaping @MainActor () async throws -> Void) {
    Task {
      do {
        try await work()
      } catch is CancellationError {
        // Who turns away knows why.
      } catch {
        say(error)
      }
    }
  }
}
