import ScreenKit

/// The sequences that control a terminal, with the names of ECMA-48 and the manual of xterm.
enum ControlSequence {
  /// Shows the second screen, which keeps the first one intact, and marks pasted text.
  static let enter = "\u{1B}[?1049h\u{1B}[?2004h"
  /// The first screen again, as it was.
  static let leave = "\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  static let clear = "\u{1B}[0m\u{1B}[2J"
  static let hideCursor = "\u{1B}[?25l"
  static let showCursor = "\u{1B}[?25h"

  static func move(row: Int, column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
  static func move(toColumn column: Int) -> String { "\u{1B}[\(column + 1)G" }

  static func style(_ style: StyledLine.Style) -> String {
    let codes: [(StyledLine.Style, String)] = [
      (.bold, ";1"), (.dim, ";2"), (.underlined, ";4"), (.reversed, ";7"),
    ]
    return "\u{1B}[0" + codes.filter { style.contains($0.0) }.map(\.1).joined() + "m"
  }
}
