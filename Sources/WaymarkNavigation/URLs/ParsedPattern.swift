import WaymarkCore

/// A URL pattern after parsing.
///
/// It's a class because each match and its parameters refer to it.
final class ParsedPattern: Sendable {
  enum Segment: Sendable, Hashable {
    /// A percent-decoded literal.
    case literal(ExactText)
    case name(String)
    case any
    case rest
  }

  /// The pattern as written in the declaration.
  let text: String
  /// The scheme in lowercase, or nil if the pattern matches any.
  let scheme: String?
  /// The host in lowercase, with its port if the pattern has one, or nil if the pattern matches any.
  let host: String?
  let segments: [Segment]
  /// Whether a path without segments is written as a slash.
  let endsWithSlash: Bool

  /// The parameters of the path with the places of their segments.
  ///
  /// A contiguous array has a span on all systems, an array only since macOS 26 and iOS 26.
  let parameters: ContiguousArray<(name: String, segment: Int)>

  init(text: String, scheme: String?, host: String?, segments: [Segment]) {
    // Without a host, the slash is what makes it a path.
    endsWithSlash = text.hasSuffix("/") || host == nil
    self.text = text
    self.scheme = scheme
    self.host = host
    self.segments = segments
    parameters = ContiguousArray(
      segments.enumerated().compactMap { index, segment in
        if case .name(let name) = segment { (name, index) } else { nil }
      })
  }

  /// The names of the parameters, from left to right.
  var names: [String] { parameters.map(\.name) }

  /// A key that is equal for all patterns that match the same URLs.
  ///
  /// It's the pattern without the names of its parameters.
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

  /// The name by which a registry finds the route of the pattern.
  var name: RouteName { RouteName(kind: .url, key: key, text: text) }
}

extension String {
  /// The string with `A` to `Z` in lowercase.
  ///
  /// Schemes and hosts are case-insensitive for these letters only (RFC 3986, section 6.2.2.1).
  var lowercasedASCII: String { String(decoding: utf8.map(URLTrie.lowercased), as: UTF8.self) }
}
