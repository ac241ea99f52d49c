/// A pattern that was read: a class, because each match and its parameters have it.
final class ParsedPattern: Sendable {
  enum Segment: Sendable, Hashable {
    /// Decoded.
    case literal(ExactText)
    case name(String)
    case any
    case rest
  }

  /// The pattern as it was written.
  let text: String
  /// In lower case; nil where any will do.
  let scheme: String?
  /// In lower case, with a port where one was written; nil where any will do.
  let host: String?
  let segments: [Segment]

  /// The parameters of the path with the places of their segments.
  let parameters: [(name: String, segment: Int)]

  init(text: String, scheme: String?, host: String?, segments: [Segment]) {
    self.text = text
    self.scheme = scheme
    self.host = host
    self.segments = segments
    parameters = segments.enumerated().compactMap { index, segment in
      if case .name(let name) = segment { (name, index) } else { nil }
    }
  }

  /// The names of the parameters, from left to right.
  var names: [String] { parameters.map(\.name) }

  /// The same for all patterns that match the same URLs: what a pattern is without the names of its parameters.
  var key: String {
    func part(_ mark: String, _ text: String) -> String { "\(mark)\(text.utf8.count):\(text)" }
    var key = (scheme.map { part("s", $0) } ?? "-") + (host.map { part("h", $0) } ?? "-")
    for segment in segments {
      switch segment {
      case .literal(let literal): key += part("/", literal.text)
      case .name: key += "/:"
      case .any: key += "/*"
      case .rest: key += "/**"
      }
    }
    return key
  }

  /// The name by which a registry finds the pattern's route.
  var name: RouteName { RouteName(kind: .url, key: key, text: text) }
}

extension String {
  /// The text with `A` to `Z` in lower case: all that schemes and hosts do not tell apart (RFC 3986, section 6.2.2.1).
  var lowercasedASCII: String { String(decoding: utf8.map(URLTrie.lowercased), as: UTF8.self) }
}
