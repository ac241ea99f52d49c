import ScreenKit
import Waymark

extension DestinationRouter<RoutableView<any AlertInput>> {
  /// Asks the user.
  ///
  /// - Parameters:
  ///   - title: The question.
  ///   - message: The facts that the user needs for an answer.
  ///   - buttons: The answers, with the first one selected.
  ///   - window: Where to ask.
  /// - Returns: The answer, or nil if the user turns away. The alert is gone by then.
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
