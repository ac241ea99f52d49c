import ScreenKit
import Waymark

/// A small box for a line of text.
@MainActor
public protocol PromptInput: Screen {
  /// The question.
  var title: String { get set }
  /// The text, which can have an initial value.
  var text: String { get set }
  /// Called with the text. The caller that asks removes the box.
  var onEntry: ((String) -> Void)? { get set }
}

extension RoutableView where Protocol == any PromptInput {
  /// Asks for the box.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
