import WaymarkCore
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

  private struct Part {
    var start: Int
    var end: Int
    var hash = Hash()
    var hasEscapes = false
  }

  /// Returns the index of the most specific pattern that matches, negative if none does or the URL isn't valid.
  func match(_ url: Span<UInt8>) -> Index { find(url).pattern }

  /// Returns the most specific pattern that matches, with the places of the segments.
  func find(_ url: Span<UInt8>) -> Found {
    let (nodes, slots, bytes) = (nodes.span, slots.span, bytes.span)
    var search = Search()
    let scheme = Self.scheme(url)
    var path = scheme.map { $0.end + 1 } ?? 0
    let authority = Authority(url, at: path)
    if let authority {
      path = authority.end
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
      let node = Self.literal(of: 0, slots, bytes, url, scheme, foldsCase: true, &search)
      if node >= 0 { found = Self.host(of: node, nodes, slots, bytes, url, authority, path, &search) }
    }
    if found < 0, nodes[0].any >= 0 {
      found = Self.host(of: nodes[0].any, nodes, slots, bytes, url, authority, path, &search)
    }
    guard found >= 0 else { return Found() }
    return Found(pattern: Self.checked(found, url, search), places: search.places)
  }

  // Pass the arrays as spans, because each access through the trie would count references.

  /// Returns the pattern that matches, beginning with the host.
  private static func host(
    of node: Index, _ nodes: Span<Node>, _ slots: Span<Slot>, _ bytes: Span<UInt8>, _ url: Span<UInt8>,
    _ authority: Authority?, _ path: Int, _ search: inout Search
  ) -> Index {
    if let authority, nodes[Int(node)].hasLiterals {
      var child = literal(of: node, slots, bytes, url, authority.whole, foldsCase: true, &search)
      if child >= 0 {
        let found = visit(child, nodes, slots, bytes, url, path, 0, &search)
        if found >= 0 { return found }
      }
      if authority.hasPort {
        child = literal(of: node, slots, bytes, url, authority.host, foldsCase: true, &search)
        if child >= 0 {
          let found = visit(child, nodes, slots, bytes, url, path, 0, &search)
          if found >= 0 { return found }
        }
      }
    }
    let any = nodes[Int(node)].any
    return any >= 0 ? visit(any, nodes, slots, bytes, url, path, 0, &search) : -1
  }

  /// Returns the pattern that matches below a node, from a slash or the end of the path on, after `depth` segments.
  private static func visit(
    _ start: Index, _ nodes: Span<Node>, _ slots: Span<Slot>, _ bytes: Span<UInt8>, _ url: Span<UInt8>,
    _ place: Int, _ depth: Int, _ search: inout Search
  ) -> Index {
    var (index, position, depth) = (start, place, depth)
    while true {
      let node = nodes[Int(index)]
      if isEnd(url, position) { return node.end >= 0 ? node.end : node.rest }
      guard node.hasLiterals || node.name >= 0 || node.any >= 0 else { return node.rest }
      let segment = segment(url, position + 1, &search)
      if search.isMalformed { return -1 }
      search.places.add(segment.start, segment.end, isPlain: !segment.hasEscapes, at: depth)
      depth += 1
      position = segment.end
      var next: Index = -1
      if node.hasLiterals {
        next = literal(of: index, slots, bytes, url, segment, foldsCase: false, &search)
      }
      if segment.end > segment.start {
        // Visit the less specific children if the more specific ones lead to no match.
        if node.name >= 0 {
          if next >= 0 {
            let found = visit(next, nodes, slots, bytes, url, position, depth, &search)
            if found >= 0 { return found }
          }
          next = node.name
        }
        if node.any >= 0 {
          if next >= 0 {
            let found = visit(next, nodes, slots, bytes, url, position, depth, &search)
            if found >= 0 { return found }
          }
          next = node.any
        }
      }
      guard next >= 0 else { return node.rest }
      if node.rest >= 0 {
        let found = visit(next, nodes, slots, bytes, url, position, depth, &search)
        return found >= 0 ? found : node.rest
      }
      // Without an alternative, continue here, which is faster than a call.
      index = next
    }
  }

  /// Returns the child of a node for a literal, negative if there's none.
  private static func literal(
    of node: Index, _ slots: Span<Slot>, _ bytes: Span<UInt8>, _ url: Span<UInt8>, _ part: Part,
    foldsCase: Bool,
    _ search: inout Search
  ) -> Index {
    guard !part.hasEscapes else {
      guard case .success(let text) = PercentCoding.decode((part.start..<part.end).map { url[$0] }) else {
        search.isMalformed = true
        return -1
      }
      var decoded = Part(start: 0, end: text.utf8.count)
      return (foldsCase ? text.lowercasedASCII : text).withUTF8Span { text in
        for position in 0..<text.count { decoded.hash.combine(text[position]) }
        return literal(of: node, slots, bytes, text, decoded, foldsCase: false, &search)
      }
    }
    var place = Hash.slot(part.hash.value, node, count: slots.count)
    while true {
      let slot = slots[place]
      guard slot.child >= 0 else { return -1 }
      if slot.node == node, slot.hash == part.hash.value, Int(slot.count) == part.end - part.start,
        foldsCase
          ? isEqualIgnoringCase(slot, bytes, url, part.start)
          : url.isEqual(from: part.start, count: Int(slot.count), to: bytes, from: Int(slot.start))
      {
        return slot.child
      }
      place = (place + 1) & (slots.count - 1)
    }
  }

  private static func isEqualIgnoringCase(
    _ slot: Slot, _ bytes: Span<UInt8>, _ url: Span<UInt8>, _ start: Int
  ) -> Bool {
    for offset in 0..<Int(slot.count) {
      guard bytes[Int(slot.start) + offset] == lowercased(url[start + offset]) else { return false }
    }
    return true
  }

  /// Returns the pattern, or a negative index if the unread bytes aren't valid in a URL.
  private static func checked(_ found: Index, _ url: Span<UInt8>, _ search: Search) -> Index {
    guard !search.isMalformed else { return -1 }
    var hasEscapes = search.hasEscapes
    for position in search.seen..<max(url.count, search.seen) {
      let byte = url[position]
      if isForbidden(byte) { return -1 }
      hasEscapes = hasEscapes || byte == UInt8(ascii: "%")
    }
    // This may be slow, because escapes are rare: each part between delimiters has to decode.
    return !hasEscapes || URLParts(url).isWellFormed(url) ? found : -1
  }
}

// MARK: - Parts

extension URLTrie {
  /// Returns the scheme, in front of a colon, or nil if there's none.
  private static func scheme(_ url: Span<UInt8>) -> Part? {
    var part = Part(start: 0, end: 0)
    while part.end < url.count {
      let byte = lowercased(url[part.end])
      if byte == UInt8(ascii: ":") { return part.end > 0 ? part : nil }
      let isLetter = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      let isOther =
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      guard isLetter || isOther && part.end > 0 else { return nil }
      part.hash.combine(byte)
      part.end += 1
    }
    return nil
  }

  private struct Authority {
    /// The host, with the port if there's one.
    var whole: Part
    /// The host without the port.
    var host: Part
    /// The position of the path.
    var end: Int
    var hasPort = false
    var hasEscapes = false
    var isMalformed = false

    /// Reads the authority, which follows two slashes, or returns nil if there's none.
    init?(_ url: Span<UInt8>, at position: Int) {
      guard position + 1 < url.count, url[position] == UInt8(ascii: "/"),
        url[position + 1] == UInt8(ascii: "/")
      else { return nil }
      whole = Part(start: position + 2, end: position + 2)
      var port: Part?
      var isBracketed = false
      while !URLTrie.isDelimiter(url, whole.end) {
        let byte = URLTrie.lowercased(url[whole.end])
        switch byte {
        case UInt8(ascii: "@"):
          // The bytes before are the user information.
          whole = Part(start: whole.end + 1, end: whole.end + 1)
          port = nil
          isBracketed = false
          continue
        case UInt8(ascii: ":") where !isBracketed && port == nil: port = whole
        case UInt8(ascii: "["): isBracketed = true
        case UInt8(ascii: "]"): isBracketed = false
        case UInt8(ascii: "%"):
          whole.hasEscapes = true
          hasEscapes = true
        default: isMalformed = isMalformed || URLTrie.isForbidden(byte)
        }
        whole.hash.combine(byte)
        whole.end += 1
      }
      host = port ?? whole
      host.hasEscapes = whole.hasEscapes
      hasPort = port != nil
      end = whole.end
    }
  }

  @inline(__always)
  private static func segment(_ url: Span<UInt8>, _ start: Int, _ search: inout Search) -> Part {
    let scanned = url.scanSegment(from: start, Hash().value)
    let part = Part(
      start: start, end: scanned.end, hash: Hash(scanned.hash), hasEscapes: scanned.hasEscapes)
    if scanned.hasForbidden { search.isMalformed = true }
    search.hasEscapes = search.hasEscapes || part.hasEscapes
    search.seen = max(search.seen, part.end)
    return part
  }

  @inline(__always)
  private static func isEnd(_ url: Span<UInt8>, _ position: Int) -> Bool {
    guard position < url.count else { return true }
    let byte = url[position]
    return byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  @inline(__always)
  private static func isDelimiter(_ url: Span<UInt8>, _ position: Int) -> Bool {
    isEnd(url, position) || url[position] == UInt8(ascii: "/")
  }

  /// Returns whether a byte is invalid in a URL: a control character or a space.
  @inline(__always)
  static func isForbidden(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == 0x7F }

  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }
}
