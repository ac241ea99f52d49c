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
  ///   - answered: Called with the answer; not called where the user turns away.
  @MainActor
  public func ask(
    _ title: String, message: String, buttons: [String], in window: any ScreenWindow,
    answered: @escaping (String) throws -> Void
  ) throws {
    try perform(.popover(from: window)) { route in
      route.prepareDestination = {
        $0.title = title
        $0.message = message
        $0.buttons = buttons
        $0.onChoice = answered
      }
    }
  }
}
