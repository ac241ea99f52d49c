import CColumnWidth

/// How many columns of a terminal a text takes.
///
/// The C library knows the width of a scalar (`wcwidth`, from Unicode's East Asian widths and combining marks).
/// Of a character made of several scalars, such as an emoji with a skin color, terminals show one glyph, which
/// takes two columns at most.
public enum DisplayWidth {
  /// Returns the columns of a character, or one for the picture of a control character.
  public static func of(_ character: Character) -> Int {
    if character.isASCII || character.isControl { return 1 }
    return min(2, character.unicodeScalars.reduce(0) { $0 + Int(column_width($1.value)) })
  }

  /// The columns of a text.
  public static func of(_ text: some Sequence<Character>) -> Int { text.reduce(0) { $0 + of($1) } }
}

extension Character {
  /// Whether this would do something to a terminal instead of being shown.
  public var isControl: Bool {
    unicodeScalars.first?.properties.generalCategory == .control
  }
}
