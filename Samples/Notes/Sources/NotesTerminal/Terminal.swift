import Foundation
import ScreenKit

/// The terminal of the program, while it belongs to the application.
///
/// It is put back as it was by ``leave()``, by the end of a session however it ends, and by ``CrashGuard`` where
/// the program crashes.
@MainActor
public final class Terminal {
  /// The program has no terminal, or one that cannot move its cursor.
  public struct Unavailable: Error, CustomStringConvertible {
    /// The missing ability.
    public let reason: String

    /// The message for the user.
    public var description: String { reason }
  }

  private let saved: termios
  private var shown: Canvas?
  private var isEntered = false

  /// Finds the terminal, and doesn't change it.
  ///
  /// - Throws: ``Unavailable``.
  public init() throws {
    guard isatty(STDIN_FILENO) == 1 else { throw Unavailable(reason: "standard input is not a terminal") }
    guard isatty(STDOUT_FILENO) == 1 else { throw Unavailable(reason: "standard output is not a terminal") }
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    guard !kind.isEmpty, kind != "dumb" else {
      throw Unavailable(reason: "TERM is '\(kind)', a terminal that cannot move its cursor")
    }
    var attributes = termios()
    guard tcgetattr(STDIN_FILENO, &attributes) == 0 else {
      throw Unavailable(
        reason: "the terminal does not tell its settings: \(String(cString: strerror(errno)))")
    }
    saved = attributes
  }

  /// The size now.
  public var size: ScreenSize {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return ScreenSize(columns: 80, rows: 24)
    }
    return ScreenSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Takes the terminal: keys come at once and are not shown, and a second screen hides the first.
  public func enter() {
    guard !isEntered else { return }
    isEntered = true
    CrashGuard.arm(saved)
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    write(ControlSequence.enter)
    shown = nil
  }

  /// Gives the terminal back as it was.
  public func leave() {
    guard isEntered else { return }
    isEntered = false
    write(ControlSequence.leave)
    var attributes = saved
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &attributes)
    CrashGuard.disarm()
  }

  /// Shows a screen.
  public func show(_ canvas: Canvas) {
    write(canvas.sequences(after: shown))
    shown = canvas
  }

  private func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      // A signal reports a terminal that is gone. There is nobody to tell here.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
