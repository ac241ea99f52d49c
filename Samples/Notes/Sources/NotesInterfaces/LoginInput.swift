import ScreenKit
import Waymark

/// The screen that asks for the passcode and opens the lock.
@MainActor
public protocol LoginInput: Screen {}

extension RoutableView where Protocol == any LoginInput {
  /// Asks for the log-in.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
