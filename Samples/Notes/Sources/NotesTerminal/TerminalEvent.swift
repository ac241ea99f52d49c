import ScreenKit

/// An event of a terminal.
enum TerminalEvent: Sendable {
  case key(Key)
  /// The window has another size.
  case resized
  /// Something that is shown has changed by itself.
  case changed
  /// Somebody else wants the program to stop for now, to be continued later.
  case suspend
  /// Somebody else wants the program to end.
  case terminate(Int32)
  /// No more keys will come.
  case inputEnded
}
