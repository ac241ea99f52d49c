/// The sizes up to which input is accepted.
public enum Limits {
  /// The number of bytes of a request's body.
  public static let body = 512 * 1024
  /// The number of bytes of a path with its query.
  public static let target = 4096
  /// The number of characters of a title.
  public static let title = 200
  /// The number of bytes of a note's text.
  public static let text = 200_000
  /// The number of characters of the name of a user or a folder.
  public static let name = 40
  /// The number of characters of what's searched for.
  public static let words = 200
  /// The number of characters of a password.
  public static let password = 8...200
  /// The number of notes on one page.
  public static let page = 20

  /// Returns a name without surrounding spaces.
  ///
  /// - Throws: `PageProblem` if it's empty, too long, or has control characters.
  public static func name(_ name: String, _ what: String) throws -> String {
    let trimmed = trim(name)
    guard !trimmed.isEmpty else { throw PageProblem.invalid("The \(what) is empty.") }
    guard trimmed.count <= Limits.name else {
      throw PageProblem.invalid("The \(what) has more than \(Limits.name) characters.")
    }
    guard !trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw PageProblem.invalid("The \(what) has characters that can't be shown.")
    }
    return trimmed
  }

  /// Returns a text without the spaces around it.
  public static func trim(_ text: String) -> String {
    let scalars = text.drop { $0.isWhitespace }
    return String(scalars.reversed().drop { $0.isWhitespace }.reversed())
  }
}
