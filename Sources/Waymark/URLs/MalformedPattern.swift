/// Why a pattern cannot be read.
struct MalformedPattern: Error, Hashable {
  /// The pattern.
  let text: String
  /// The fact, in one sentence.
  let message: String
  /// How to mend it.
  let remedy: String
  /// How many characters are before the place.
  let offset: Int

  /// The pattern, and below it a caret under the place.
  var picture: String { "\"\(text)\"\n     \(String(repeating: " ", count: offset))^" }
}
