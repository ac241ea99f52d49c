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

extension ParsedPattern {
  /// The reason why no URL can be built from a pattern.
  enum Unwritable: Error, Equatable {
    /// A parameter has no value, or an empty one.
    case missing(String)
    /// The pattern contains `*`, which has no name.
    case unnamed
  }

  /// Returns a URL that matches this pattern.
  ///
  /// - Parameters:
  ///   - parameters: The values by name, each name once. Those that the path doesn't have become items of the query.
  ///   - fragment: The fragment, which follows `#`.
  /// - Returns: The URL, which consists of ASCII characters only.
  func url(
    _ parameters: some Collection<(key: String, value: String)>, fragment: String?
  ) throws(Unwritable) -> String {
    func value(of name: String) -> String? { parameters.first { $0.key == name }?.value }
    var text: [UInt8] = []
    text.reserveCapacity(128)
    if let scheme { text += "\(scheme):".utf8 }
    if let host { text += "//\(Self.encoded(host: host))".utf8 }
    if segments.isEmpty, endsWithSlash { text.append(UInt8(ascii: "/")) }
    for segment in segments {
      switch segment {
      case .literal(let literal): PercentCoding.encode(literal.text, into: &text, after: "/")
      case .name(let name):
        guard let value = value(of: name), !value.isEmpty else { throw .missing(name) }
        PercentCoding.encode(value, into: &text, after: "/")
      case .any: throw .unnamed
      case .rest:
        for part in value(of: "**")?.split(separator: "/", omittingEmptySubsequences: false) ?? [] {
          PercentCoding.encode(String(part), into: &text, after: "/")
        }
      }
    }
    let hasRest = segments.last == .rest
    var items = parameters.filter { item in
      !self.parameters.contains { $0.name == item.key } && !(hasRest && item.key == "**")
    }
    if items.count > 1 { items.sort { $0.key < $1.key } }
    var separator: Unicode.Scalar = "?"
    for item in items {
      PercentCoding.encode(item.key, into: &text, after: separator)
      PercentCoding.encode(item.value, into: &text, after: "=")
      separator = "&"
    }
    if let fragment { PercentCoding.encode(fragment, into: &text, after: "#") }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns a host, percent-encoded except for the colon before its port and the brackets and colons of an
  /// address.
  private static func encoded(host: String) -> String {
    host.map { ":[].".contains($0) ? String($0) : PercentCoding.encode(String($0)) }.joined()
  }
}
