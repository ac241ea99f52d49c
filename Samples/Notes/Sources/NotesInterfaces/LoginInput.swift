import ScreenKit
import Waymark

/// The screen that asks for the passcode and opens the lock.
@MainActor
public protocol LoginInput: Screen {
  /// Called when the lock is open. The caller that asks removes the screen.
  var onUnlock: (() -> Void)? { get set }
}

extension RoutableView where Protocol == any LoginInput {
  /// Asks for the log-in.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
