/// Where the parts of a URL are among its bytes (RFC 3986, section 3, and its appendix B).
struct URLParts {
  /// The path, from its first slash on.
  let path: Range<Int>
  /// What follows `?`; nil where there is none.
  let query: Range<Int>?
  /// What follows `#`; nil where there is none.
  let fragment: Range<Int>?

  init(_ url: Span<UInt8>) {
    var start = 0
    if let colon = Self.first(of: ":/?#", in: url, from: 0), url[colon] == UInt8(ascii: ":") {
      start = colon + 1
    }
    if start + 1 < url.count, url[start] == UInt8(ascii: "/"), url[start + 1] == UInt8(ascii: "/") {
      start = Self.first(of: "/?#", in: url, from: start + 2) ?? url.count
    }
    let end = Self.first(of: "?#", in: url, from: start) ?? url.count
    path = start..<end
    let hash = Self.first(of: "#", in: url, from: end)
    query = end < url.count && url[end] == UInt8(ascii: "?") ? end + 1..<(hash ?? url.count) : nil
    fragment = hash.map { $0 + 1..<url.count }
  }

  /// Whether every part decodes to a text.
  func isWellFormed(_ url: Span<UInt8>) -> Bool {
    var start = 0
    // No escape goes across a delimiter, so that it is enough to look between them.
    for end in 0...url.count {
      guard end == url.count || "/?#&=".utf8.contains(url[end]) else { continue }
      if case .failure = PercentCoding.decode((start..<end).map({ url[$0] })) { return false }
      start = end + 1
    }
    return true
  }

  /// The segments of the path; none where the path is empty or a slash.
  func segments(_ url: Span<UInt8>) -> [Range<Int>] {
    guard path.count > 1 else { return [] }
    var segments: [Range<Int>] = []
    var start = path.lowerBound + 1
    while true {
      let end = min(Self.first(of: "/", in: url, from: start) ?? path.upperBound, path.upperBound)
      segments.append(start..<end)
      guard end < path.upperBound else { return segments }
      start = end + 1
    }
  }

  /// One segment of the path, counted from 0; nil where there are fewer.
  func segment(_ index: Int, _ url: Span<UInt8>) -> Range<Int>? {
    var start = path.lowerBound + 1
    var number = 0
    while start <= path.upperBound {
      let end = min(Self.first(of: "/", in: url, from: start) ?? path.upperBound, path.upperBound)
      if number == index { return start..<end }
      number += 1
      start = end + 1
    }
    return nil
  }

  /// The items of the query: where name and value are.
  func items(_ url: Span<UInt8>) -> [(name: Range<Int>, value: Range<Int>)] {
    guard let query, !query.isEmpty else { return [] }
    var items: [(name: Range<Int>, value: Range<Int>)] = []
    var start = query.lowerBound
    while start <= query.upperBound {
      let end = min(Self.first(of: "&", in: url, from: start) ?? query.upperBound, query.upperBound)
      let equals = Self.first(of: "=&", in: url, from: start).map { min($0, end) } ?? end
      if end > start { items.append((start..<equals, min(equals + 1, end)..<end)) }
      start = end + 1
    }
    return items
  }

  private static func first(of delimiters: StaticString, in url: Span<UInt8>, from start: Int) -> Int? {
    delimiters.withUTF8Buffer { delimiters in
      var position = start
      while position < url.count {
        if delimiters.contains(url[position]) { return position }
        position += 1
      }
      return nil
    }
  }
}
