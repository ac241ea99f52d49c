import WaymarkCore

/// A URL pattern after parsing, as a class, because each match and its parameters share it.
final class ParsedPattern: Sendable {
  enum Segment: Sendable, Hashable {
    case literal(ExactText)
    case name(String)
    case any
    case rest
  }

  let text: String
  /// The scheme in lowercase, or nil if the pattern matches any.
  let scheme: String?
  /// The host in lowercase, with its port if the pattern has one, or nil if the pattern matches any.
  let host: String?
  let segments: [Segment]
  /// Whether `+` in the query is a space.
  let plusIsSpace: Bool
  /// Whether a URL has a slash after the host if its path has no segments.
  let endsWithSlash: Bool

  /// The parameters of the path, and the indices of their segments.
  ///
  /// A contiguous array has a span on all systems, an array only since macOS 26 and iOS 26.
  let parameters: ContiguousArray<(name: String, segment: Int)>

  init(text: String, scheme: String?, host: String?, segments: [Segment], plusIsSpace: Bool) {
    // A pattern without a host needs the slash to be a path.
    endsWithSlash = text.hasSuffix("/") || host == nil
    self.text = text
    self.scheme = scheme
    self.host = host
    self.segments = segments
    self.plusIsSpace = plusIsSpace
    parameters = ContiguousArray(
      segments.enumerated().compactMap { index, segment in
        if case .name(let name) = segment { (name, index) } else { nil }
      })
  }

  /// Whether the pattern ends with `**`.
  var hasRest: Bool { segments.last == .rest }

  /// The first segment without a name that matches more than one text, or nil if there's none.
  var wildcard: Segment? { segments.first { $0 == .any || $0 == .rest } }

  var names: [String] { parameters.map(\.name) }

  /// Returns the number of parameters, including `**` if there's a value for it.
  func parameterCount(for values: [String: String]) -> Int {
    parameters.count + (hasRest && values["**"]?.isEmpty == false ? 1 : 0)
  }

  /// Returns the index of the segment that a parameter matches, or nil if the path has no such parameter.
  func segment(named name: String) -> Int? {
    // A span gives access in place. An array would copy its elements and count references.
    let parameters = parameters
    let elements = parameters.span
    for index in elements.indices where elements[index].name == name { return elements[index].segment }
    return nil
  }

  /// A key shared by all patterns that match the same URLs: the pattern without the names of its parameters.
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

  /// The name that identifies the pattern's route in a registry.
  var name: RouteName { RouteName(kind: .url, key: key, text: text) }

  /// The reason why a pattern can't form a URL.
  enum Unwritable: Error, Equatable {
    /// A parameter has no value, or an empty one.
    case missing(String)
    /// A parameter has `.` or `..` as a value, which isn't a segment.
    case dots(String, value: String)
    /// The pattern contains `*`, which has no name.
    case unnamed
  }

  /// Returns an ASCII URL that matches this pattern, with the values that its path lacks as items of the query.
  func url(
    _ parameters: [(key: String, value: String)], fragment: String?
  ) throws(Unwritable) -> String {
    func value(of name: String) -> String? { parameters.first { $0.key == name }?.value }
    var text: [UInt8] = []
    text.reserveCapacity(128)
    if let scheme { text += "\(scheme):".utf8 }
    if let host { text += "//\(Self.encoded(host: host))".utf8 }
    let start = text.count
    for segment in segments {
      switch segment {
      case .literal(let literal): PercentCoding.encode(literal.text, into: &text, after: "/")
      case .name(let name):
        guard let value = value(of: name), !value.isEmpty else { throw .missing(name) }
        guard !Self.isDots(value) else { throw .dots(name, value: value) }
        PercentCoding.encode(value, into: &text, after: "/")
      case .any: throw .unnamed
      case .rest:
        let parts = value(of: "**")?.split(separator: "/", omittingEmptySubsequences: false) ?? []
        // A path that begins with two slashes follows an empty host, or else its first segment is the host (RFC 3986,
        // section 3).
        if host == nil, segments.count == 1, parts.count > 1, parts[0].isEmpty { text += "//".utf8 }
        for part in parts {
          guard !Self.isDots(part) else { throw .dots("**", value: String(part)) }
          PercentCoding.encode(String(part), into: &text, after: "/")
        }
      }
    }
    // The rest of a path may be empty.
    if text.count == start, endsWithSlash { text.append(UInt8(ascii: "/")) }
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

  /// Returns whether a segment is removed from each URL.
  static func isDots(_ segment: some StringProtocol) -> Bool { segment == "." || segment == ".." }

  /// Returns a host, percent-encoded except for the colon before its port and the brackets and colons of an address.
  private static func encoded(host: String) -> String {
    host.map { ":[].".contains($0) ? String($0) : PercentCoding.encode(String($0)) }.joined()
  }
}

extension String {
  /// The string with `A` to `Z` in lowercase.
  ///
  /// Schemes and hosts are case-insensitive for these letters only (RFC 3986, section 6.2.2.1).
  var lowercasedASCII: String { String(decoding: utf8.map(URLTrie.lowercased), as: UTF8.self) }
}
