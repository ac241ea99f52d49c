import Foundation
import Synchronization

/// Puts the terminal back when the program crashes, before it does.
enum CrashGuard {
  /// The settings to put back.
  ///
  // SAFETY (`nonisolated(unsafe)`): written by `arm` only, which `Terminal` calls on the main actor while `isArmed` is
  // false. The handler reads it only after it has taken `isArmed` from true, with acquire after release ordering.
  private nonisolated(unsafe) static var settings = termios()
  private static let isArmed = Atomic(false)
  private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// From now on a crash puts these settings back.
  static func arm(_ saved: termios) {
    // The handler may not allocate, so its values are created before it can run.
    _ = sequence
    settings = saved
    isArmed.store(true, ordering: .releasing)
    for number in crashes { signal(number, handler) }
  }

  /// The terminal is back as it was.
  static func disarm() {
    isArmed.store(false, ordering: .releasing)
    for number in crashes { signal(number, SIG_DFL) }
  }

  private static let sequence = ContiguousArray(ControlSequence.leave.utf8)

  /// Calls only functions that POSIX allows in a handler: write, tcsetattr, signal, raise.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    if isArmed.exchange(false, ordering: .acquiring) {
      sequence.withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      _ = withUnsafePointer(to: &settings) { tcsetattr(STDIN_FILENO, TCSANOW, $0) }
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}
