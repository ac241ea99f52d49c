import Foundation
import ScreenKit

/// The application on the terminal, from its first screen to the end.
@MainActor
public final class TerminalSession {
  /// The signal that ended the session.
  public struct Terminated: Error {
    /// Its number.
    public let signal: Int32

    /// Ends the program as if it had never listened for the signal.
    public func end() {
      Foundation.signal(signal, SIG_DFL)
      // The threads that run tasks block signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, signal)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      raise(signal)
    }
  }

  private let window: TerminalWindow
  private let terminal: Terminal
  private let events = TerminalEvents()
  /// The text of the last line in place of the keys.
  private var notice: String?
  private var asksBeforeLeaving = true

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - window: The window to show, possibly with its first screen already.
  ///   - terminal: The terminal for the window.
  public init(_ window: TerminalWindow, on terminal: Terminal) {
    self.window = window
    self.terminal = terminal
  }

  /// Shows the window and follows the user's keys until the user leaves.
  ///
  /// - Parameter start: Shows the first screens.
  /// - Throws: The error of `start`, or ``Terminated`` by a signal. The terminal is as it was by then.
  public func run(start: () throws -> Void) async throws {
    window.presenter.onChange = { [events] in events.change() }
    window.presenter.onError = { [weak self] in self?.notice = "\($0)" }
    events.start()
    terminal.enter()
    defer { terminal.leave() }
    try start()
    draw()
    for await event in events.stream {
      switch event {
      case .key(let key): if !press(key) { return }
      case .resized, .changed: break
      case .suspend: suspend()
      case .terminate(let signal): throw Terminated(signal: signal)
      case .inputEnded: return
      }
      draw()
    }
  }

  /// Says something in the last line, until the next key.
  public func say(_ text: String) {
    notice = text
    events.change()
  }

  private func draw() {
    let drawing = WindowDrawing(window.presenter.layers, size: terminal.size, notice: notice)
    terminal.show(drawing.canvas)
  }

  /// Performs the action of a key.
  ///
  /// - Returns: Whether the session goes on.
  private func press(_ key: Key) -> Bool {
    notice = nil
    let isLeaving = key == .control("c") || key == .control("q")
    defer { asksBeforeLeaving = !isLeaving }
    if isLeaving { return mayNotLeave() }
    if key == .control("z") {
      suspend()
      return true
    }
    guard let screen = window.presenter.active?.interactive else { return true }
    do {
      if try screen.handle(key, in: window) { return true }
    } catch {
      notice = "\(error)"
      return true
    }
    if key == .escape {
      if !window.goBack() { notice = "This is the first screen. q leaves." }
      return true
    }
    return key != .character("q") || mayNotLeave()
  }

  /// Whether something that is not saved would be lost, which is asked once.
  private func mayNotLeave() -> Bool {
    guard asksBeforeLeaving, window.presenter.panes.contains(where: { $0.interactive?.isEdited == true })
    else {
      return false
    }
    notice = "A note is not saved. ^Q once more leaves without saving it."
    return true
  }

  private func suspend() {
    terminal.leave()
    raise(SIGSTOP)
    terminal.enter()
  }
}
