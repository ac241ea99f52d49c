import ScreenKit
import Waymark

/// A small box in which one line of text is written.
@MainActor
public protocol PromptInput: Screen {
  /// What is asked for.
  var title: String { get set }
  /// What is written; it may begin with something.
  var text: String { get set }
  /// Called with the text; who asks removes the box.
  var onEntry: ((String) -> Void)? { get set }
}

extension RoutableView where Protocol == any PromptInput {
  /// Asks for the box.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
