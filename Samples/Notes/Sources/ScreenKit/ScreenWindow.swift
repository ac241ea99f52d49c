import Waymark

/// The window in which a screen is shown.
@MainActor
public protocol ScreenWindow: RouteSource {
  /// Says what could not be done.
  func say(_ error: any Error)
}

extension ScreenWindow {
  /// Does something that takes time, such as asking the user, and says what could not be done.
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
