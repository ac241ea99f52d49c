/// A user's input on the keyboard.
public enum Key: Hashable, Sendable {
  /// A character that is written.
  case character(Character)
  /// A letter while the control key is held down, in lower case.
  case control(Character)
  /// A text that is pasted.
  case paste(String)
  /// The return key.
  case enter
  /// The tabulator.
  case tab
  /// The tabulator while the shift key is held down.
  case backTab
  /// The escape key.
  case escape
  /// Deletes the character before the cursor.
  case backspace
  /// Deletes the character after the cursor.
  case delete
  /// The arrow keys.
  case up, down, left, right
  /// To the beginning and the end.
  case home, end
  /// A page up and down.
  case pageUp, pageDown
}
