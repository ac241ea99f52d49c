import WaymarkCore

/// The reason why a pattern isn't valid.
struct MalformedPattern: Error, Hashable {
  /// The pattern.
  let text: String
  /// A description of the problem, in one sentence.
  let message: String
  /// A suggestion of how to correct the pattern.
  let remedy: String
  /// The number of characters before the problem.
  let offset: Int

  /// The pattern, and below it a caret that points at the problem.
  var picture: String { "\"\(text)\"\n     \(String(repeating: " ", count: offset))^" }
}
