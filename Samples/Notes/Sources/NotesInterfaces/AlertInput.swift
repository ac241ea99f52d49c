import ScreenKit
import Waymark

/// An alert with a title, a message and buttons.
@MainActor
public protocol AlertInput: Screen {
  /// The first line.
  var title: String { get set }
  /// The text below it.
  var message: String { get set }
  /// The buttons, from left to right.
  var buttons: [String] { get set }
  /// Called with the chosen button. The caller that asks removes the alert.
  var onChoice: ((String) -> Void)? { get set }
}

/// An alert that only says something.
@MainActor
public protocol EasyAlertInput: Screen {
  /// The text.
  var message: String { get set }
}

extension RoutableView where Protocol == any AlertInput {
  /// Asks for an alert.
  public init() { self.init(declaredProtocol: Protocol.self) }
}

extension RoutableView where Protocol == any EasyAlertInput {
  /// Asks for an alert that only says something.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
