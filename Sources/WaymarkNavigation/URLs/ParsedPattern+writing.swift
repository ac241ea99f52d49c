import WaymarkCore

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
