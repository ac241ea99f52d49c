import WaymarkRuntime

// Matching reads the bytes of a URL once, from left to right. Backtracking rereads only single segments.
extension URLTrie {
  /// The pattern that a URL matches, and the places of its segments.
  struct Found {
    /// The index of the pattern, negative if none matches or the string isn't a valid URL.
    var pattern: Index = -1
    var places = SegmentPlaces()
  }

  private struct Search {
    /// The position of the first unread byte.
    var seen = 0
    var places = SegmentPlaces()
    var hasEscapes = false
    var isMalformed = false
  }

  struct Part {
    var start: Int
    var end: Int
    var key = ByteKey()
    var hasEscapes = false

    var range: Range<Int> { @inline(__always) get { start..<end } }
  }

  /// Returns the index of the most specific pattern that matches, negative if none does or the URL isn't valid.
  func match(_ url: Span<UInt8>) -> Index { find(url).pattern }

  /// Returns the most specific pattern that matches a normalized URL, with the places of the segments.
  func find(_ url: Span<UInt8>) -> Found {
    var search = Search()
    if url.count > 1, url[0] == UInt8(ascii: "/"), url[1] != UInt8(ascii: "/"), !Self.isEnd(url, 1) {
      // Most URLs on a server are paths, without a scheme and a host.
      let node = nodes[0].any
      guard node >= 0, nodes[Int(node)].any >= 0 else { return Found() }
      return self.found(visit(nodes[Int(node)].any, url, 0, 0, &search), url, search)
    }
    let scheme = Self.scheme(url)
    var path = scheme.map { $0.end + 1 } ?? 0
    let authority = Authority(url, at: path)
    if let authority {
      path = authority.whole.end
      search.hasEscapes = authority.hasEscapes
      search.isMalformed = authority.isMalformed
    }
    if path < url.count, url[path] == UInt8(ascii: "/") {
      if Self.isEnd(url, path + 1) { path += 1 }
    } else if authority == nil || !Self.isEnd(url, path) {
      // A path without a slash at its beginning is relative to an unknown base.
      return Found()
    }
    search.seen = path
    var found: Index = -1
    if let scheme, nodes[0].hasLiterals {
      let node = literal(of: 0, url, scheme, isLowercased: true, &search)
      if node >= 0 { found = host(of: node, url, authority, path, &search) }
    }
    if found < 0, nodes[0].any >= 0 {
      found = host(of: nodes[0].any, url, authority, path, &search)
    }
    return self.found(found, url, search)
  }

  @inline(__always)
  private func found(_ pattern: Index, _ url: Span<UInt8>, _ search: Search) -> Found {
    guard pattern >= 0 else { return Found() }
    return Found(pattern: Self.checked(pattern, url, search), places: search.places)
  }

  /// Returns the pattern that matches, beginning with the host.
  private func host(
    of node: Index, _ url: Span<UInt8>, _ authority: Authority?, _ path: Int, _ search: inout Search
  ) -> Index {
    func visitLiteral(_ host: Part) -> Index {
      let child = literal(of: node, url, host, isLowercased: true, &search)
      return child >= 0 ? visit(child, url, path, 0, &search) : -1
    }
    if let authority, nodes[Int(node)].hasLiterals {
      var found = visitLiteral(authority.whole)
      if found < 0, authority.port != nil { found = visitLiteral(authority.host) }
      if found >= 0 { return found }
    }
    let any = nodes[Int(node)].any
    return any >= 0 ? visit(any, url, path, 0, &search) : -1
  }

  /// Returns the pattern that matches below a node, from a slash or the end of the path on, after `depth` segments.
  private func visit(
    _ start: Index, _ url: Span<UInt8>, _ place: Int, _ depth: Int, _ search: inout Search
  ) -> Index {
    var (index, position, depth) = (start, place, depth)
    while true {
      let node = nodes[Int(index)]
      if Self.isEnd(url, position) { return node.end >= 0 ? node.end : node.rest }
      guard node.hasChildren else { return node.rest }
      let start = position &+ 1
      let segment = url.scanSegment(from: start)
      position = segment.end
      search.seen = max(search.seen, position)
      var next: Index = -1
      if segment.isPlain {
        search.places.add(start, position, at: depth)
        if node.hasLiterals { next = literals.child(of: index, for: start..<position, segment.key, in: url) }
      } else {
        next = escapedChild(of: index, url, Part(start: start, end: position, hasEscapes: true), &search)
        if search.isMalformed { return -1 }
      }
      depth &+= 1
      if position > start {
        // Visit the less specific children if the more specific ones lead to no match.
        if node.name >= 0 {
          if next >= 0 {
            let found = visit(next, url, position, depth, &search)
            if found >= 0 { return found }
          }
          next = node.name
        }
        if node.any >= 0 {
          if next >= 0 {
            let found = visit(next, url, position, depth, &search)
            if found >= 0 { return found }
          }
          next = node.any
        }
      }
      guard next >= 0 else { return node.rest }
      if node.rest >= 0 {
        let found = visit(next, url, position, depth, &search)
        return found >= 0 ? found : node.rest
      }
      // Without an alternative, continue here, which is faster than a call.
      index = next
    }
  }

  /// Returns the child of a node for a segment with escapes or forbidden bytes, negative if there's none.
  @inline(never)
  private func escapedChild(
    of node: Index, _ url: Span<UInt8>, _ segment: Part, _ search: inout Search
  ) -> Index {
    guard !segment.range.contains(where: { Self.isForbiddenInPath(url[$0]) }) else {
      search.isMalformed = true
      return -1
    }
    search.hasEscapes = true
    return nodes[Int(node)].hasLiterals ? literal(of: node, url, segment, &search) : -1
  }

  /// Returns the child of a node for a scheme, a host, or a segment with escapes, negative if there's none.
  private func literal(
    of node: Index, _ url: Span<UInt8>, _ part: Part, isLowercased: Bool = false, _ search: inout Search
  ) -> Index {
    guard part.hasEscapes else {
      return literals.child(of: node, for: part.range, part.key, in: url, isLowercased: isLowercased)
    }
    guard case .success(let text) = PercentCoding.decode(part.range.map { url[$0] }) else {
      search.isMalformed = true
      return -1
    }
    return (isLowercased ? text.lowercasedASCII : text).withUTF8Span { text in
      let whole = 0..<text.count
      return literals.child(of: node, for: whole, text.key(of: whole), in: text)
    }
  }

  /// Returns the pattern, or a negative index if the unread bytes aren't valid in a URL.
  private static func checked(_ found: Index, _ url: Span<UInt8>, _ search: Search) -> Index {
    guard !search.isMalformed else { return -1 }
    var hasEscapes = search.hasEscapes
    var position = search.seen
    while !isEnd(url, position) {
      if isForbiddenInPath(url[position]) { return -1 }
      hasEscapes = hasEscapes || url[position] == UInt8(ascii: "%")
      position += 1
    }
    while position < url.count {
      if isForbidden(url[position]) { return -1 }
      position += 1
    }
    // This may be slow, because escapes are rare: each segment has to decode. An item of the query doesn't have to,
    // because the route may not read it.
    return !hasEscapes || URLParts(url).positionOfInvalidEscape(url) == nil ? found : -1
  }

  // MARK: - Parts

  /// Returns the scheme, in front of a colon, or nil if there's none.
  static func scheme(_ url: Span<UInt8>) -> Part? {
    var part = Part(start: 0, end: 0)
    while part.end < url.count {
      let byte = lowercased(url[part.end])
      if byte == UInt8(ascii: ":") {
        part.key = url.key(of: part.range, isLowercased: true)
        return part.end > 0 ? part : nil
      }
      let isLetter = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      let isOther =
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      guard isLetter || isOther && part.end > 0 else { return nil }
      part.end += 1
    }
    return nil
  }

  struct Authority {
    /// The host, with the port if there's one.
    var whole: Part
    /// The host without the port.
    var host: Part
    /// The digits of the port, or nil if there's none.
    var port: Range<Int>?
    var hasEscapes = false
    /// Whether it contains a byte that no URL contains, or its port isn't a number up to 65535.
    var isMalformed = false

    /// Reads the authority of a URL, or returns nil if there's none.
    init?(of url: Span<UInt8>) { self.init(url, at: URLTrie.scheme(url).map { $0.end + 1 } ?? 0) }

    /// Reads the authority, which follows two slashes, or returns nil if there's none.
    init?(_ url: Span<UInt8>, at position: Int) {
      guard position + 1 < url.count, url[position] == UInt8(ascii: "/"),
        url[position + 1] == UInt8(ascii: "/")
      else { return nil }
      whole = Part(start: position + 2, end: position + 2)
      var beforePort: Part?
      var isBracketed = false
      while !URLTrie.isEnd(url, whole.end), url[whole.end] != UInt8(ascii: "/") {
        let byte = url[whole.end]
        switch byte {
        case UInt8(ascii: "@"):
          // The bytes before are the user information.
          whole = Part(start: whole.end + 1, end: whole.end + 1)
          beforePort = nil
          isBracketed = false
          continue
        case UInt8(ascii: ":") where !isBracketed && beforePort == nil: beforePort = whole
        case UInt8(ascii: "["): isBracketed = true
        case UInt8(ascii: "]"): isBracketed = false
        case UInt8(ascii: "%"):
          whole.hasEscapes = true
          hasEscapes = true
        default: isMalformed = isMalformed || URLTrie.isForbiddenInPath(byte)
        }
        whole.end += 1
      }
      whole.key = url.key(of: whole.range, isLowercased: true)
      host = whole
      if let beforePort {
        host = beforePort
        host.key = url.key(of: host.range, isLowercased: true)
        let digits = host.end + 1..<whole.end
        port = digits
        isMalformed = isMalformed || !url.isPort(digits)
      }
      host.hasEscapes = whole.hasEscapes
    }
  }

  @inline(__always)
  private static func isEnd(_ url: Span<UInt8>, _ position: Int) -> Bool {
    guard position < url.count else { return true }
    let byte = url[position]
    return byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// Returns whether a byte is a space, a tab, or the end of a line.
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
      || byte == UInt8(ascii: "\r")
  }

  /// Returns whether a byte is invalid before the query, where browsers read a backslash as a slash.
  @inline(__always)
  static func isForbiddenInPath(_ byte: UInt8) -> Bool { isForbidden(byte) || byte == UInt8(ascii: "\\") }

  /// Returns whether a byte is invalid in a URL: a control character or a space.
  @inline(__always)
  static func isForbidden(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
