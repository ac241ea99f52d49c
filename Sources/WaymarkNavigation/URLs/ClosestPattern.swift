import WaymarkCore
import WaymarkRuntime

/// The pattern that is most similar to a URL that matches none, for a suggestion.
struct ClosestPattern {
  let pattern: RegisteredPattern

  /// Finds the closest pattern; nil if none is close.
  ///
  /// - Complexity: Linear in the number of patterns. A URL of more than 200 bytes isn't compared.
  init?(to url: String, among patterns: [RegisteredPattern]) {
    guard url.utf8.count <= 200 else { return nil }
    let (front, segments) = Self.split(url)
    var candidates: [String] = []
    var meant: [String: RegisteredPattern] = [:]
    for pattern in patterns where abs(pattern.shape.segments.count - segments.count) <= 1 {
      let text = Self.text(of: pattern.shape, like: front, segments)
      if meant.updateValue(pattern, forKey: text) == nil { candidates.append(text) }
    }
    let wanted = front + segments.map { "/" + $0 }.joined()
    guard let best = NearMiss.of(wanted, among: candidates), let pattern = meant[best] else { return nil }
    self.pattern = pattern
  }

  /// Splits a URL into the part before its path and the segments of the path.
  private static func split(_ url: String) -> (front: String, segments: [String]) {
    url.withUTF8Span { bytes in
      let parts = URLParts(bytes)
      func text(_ range: Range<Int>) -> String { String(decoding: range.map { bytes[$0] }, as: UTF8.self) }
      return (text(0..<parts.path.lowerBound), parts.segments(bytes).map(text))
    }
  }

  /// Returns a pattern as a URL, with the variable parts of another URL.
  private static func text(of shape: ParsedPattern, like front: String, _ segments: [String]) -> String {
    var text = shape.scheme.map { "\($0):" } ?? String(front.prefix { $0 != "/" })
    text += shape.host.map { "//\($0)" } ?? String(front.drop { $0 != "/" })
    for (index, segment) in shape.segments.enumerated() {
      switch segment {
      case .literal(let literal): text += "/" + literal.text
      case .name, .any: text += "/" + (segments.indices.contains(index) ? segments[index] : "…")
      case .rest: text += segments.dropFirst(index).map { "/" + $0 }.joined()
      }
    }
    return text
  }
}
