/// A pattern as a route declares it.
struct PatternDraft: Sendable {
  let shape: URLShape
  /// The pattern of the screen below.
  let parent: URLShape?
}

extension URLPattern {
  /// The pattern, read.
  func draft() throws(MalformedPattern) -> PatternDraft {
    let shape = try URLPatternParser.parse(text)
    guard let parent else { return PatternDraft(shape: shape, parent: nil) }
    return PatternDraft(shape: shape, parent: try URLPatternParser.parse(parent))
  }
}
