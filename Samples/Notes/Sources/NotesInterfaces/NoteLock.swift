import Waymark

/// A lock that keeps locked notes from being read on the screen.
///
/// It hides them from somebody who sits down at the terminal. The file of the notes is not encrypted.
public protocol NoteLock: Sendable {
  /// Whether locked notes may be read now.
  var isOpen: Bool { get }

  /// Whether somebody has chosen a passcode already.
  var hasPasscode: Bool { get throws }

  /// Opens the lock. If there is no passcode yet, this one becomes the passcode.
  ///
  /// - Returns: Whether it was the right one.
  func open(passcode: String) throws -> Bool
}

extension RoutableService where Protocol == any NoteLock {
  /// Asks for the lock.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
