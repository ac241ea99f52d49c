import ScreenKit
import Waymark

extension DestinationRouter<RoutableView<any AlertInput>> {
  /// Asks the user.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: What to know before answering.
  ///   - buttons: The answers; the first one is selected.
  ///   - window: Where to ask.
  /// - Returns: The answer; nil where the user turns away. The alert is gone by then.
  @MainActor
  public func choose(
    _ title: String, message: String, buttons: [String], in window: any ScreenWindow
  ) async throws -> String? {
    try await ask(.popover(from: window)) { alert, answer in
      alert.title = title
      alert.message = message
      alert.buttons = buttons
      alert.onChoice = { answer($0) }
    }
  }
}
