import Foundation
import NotesInterfaces
import Synchronization

/// A lock with one passcode, kept in a file that only its owner can read.
public final class PasscodeLock: NoteLock {
  private let file: URL
  private let state = Mutex(false)

  /// Creates the lock with the file of its passcode.
  public init(file: URL) { self.file = file }

  /// Whether locked notes may be read now.
  public var isOpen: Bool { state.withLock { $0 } }

  /// Whether somebody has chosen a passcode already.
  public var hasPasscode: Bool { get throws { try passcode() != nil } }

  /// Opens the lock, or chooses the passcode.
  public func open(passcode: String) throws -> Bool {
    guard passcode.count >= 4 else { throw ShortPasscode() }
    return try state.withLock { isOpen in
      if let known = try self.passcode() {
        isOpen = known == passcode
      } else {
        try choose(passcode)
        isOpen = true
      }
      return isOpen
    }
  }

  private func passcode() throws -> String? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      return try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw PasscodeFileError(file: file, detail: error.localizedDescription)
    }
  }

  private func choose(_ passcode: String) throws {
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw PasscodeFileError(file: file, detail: error.localizedDescription)
    }
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard
      FileManager.default.createFile(atPath: file.path, contents: Data(passcode.utf8), attributes: attributes)
    else { throw PasscodeFileError(file: file, detail: "it cannot be written") }
  }
}

/// A passcode that is too short to be chosen.
struct ShortPasscode: Error, CustomStringConvertible {
  var description: String { "a passcode has at least 4 characters" }
}

/// The file of the passcode cannot be used.
struct PasscodeFileError: Error, CustomStringConvertible {
  let file: URL
  let detail: String
  var description: String { "cannot use \(file.path), where the passcode is kept: \(detail)" }
}
