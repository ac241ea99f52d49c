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
  ///   - parameters: The values by name. Those that the path doesn't have become items of the query.
  ///   - fragment: The fragment, which follows `#`.
  /// - Returns: The URL, which consists of ASCII characters only.
  func url(_ parameters: [String: String], fragment: String?) throws(Unwritable) -> String {
    var items = parameters
    var text = scheme.map { "\($0):" } ?? ""
    if let host { text += "//" + Self.encoded(host: host) }
    if segments.isEmpty, endsWithSlash { text += "/" }
    for segment in segments {
      switch segment {
      case .literal(let literal): text += "/" + PercentCoding.encode(literal.text)
      case .name(let name):
        guard let value = items.removeValue(forKey: name), !value.isEmpty else { throw .missing(name) }
        text += "/" + PercentCoding.encode(value)
      case .any: throw .unnamed
      case .rest:
        guard let value = items.removeValue(forKey: "**") else { continue }
        text += value.split(separator: "/", omittingEmptySubsequences: false)
          .map { "/" + PercentCoding.encode(String($0)) }.joined()
      }
    }
    let query = items.sorted { $0.key < $1.key }.map { name, value in
      "\(PercentCoding.encode(name))=\(PercentCoding.encode(value))"
    }
    if !query.isEmpty { text += "?" + query.joined(separator: "&") }
    if let fragment { text += "#" + PercentCoding.encode(fragment) }
    return text
  }

  /// Returns a host, percent-encoded except for the colon before its port and the brackets and colons of an
  /// address.
  private static func encoded(host: String) -> String {
    host.map { ":[].".contains($0) ? String($0) : PercentCoding.encode(String($0)) }.joined()
  }
}
