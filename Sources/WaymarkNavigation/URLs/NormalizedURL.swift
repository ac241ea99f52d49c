import WaymarkRuntime

extension String {
  /// The URL as it's matched and read, so that a program and a browser find the same place in it.
  ///
  /// It has no blanks around it, no segments `.` and `..` (RFC 3986, section 5.2.4), even if they're percent-encoded,
  /// no period at the end of its host, and no zeros in front of its port. Most URLs are normalized.
  ///
  /// - Complexity: Linear in the length of the URL.
  var normalizedURL: String {
    withUTF8Span { url in
      guard !url.isNormalizedURL else { return self }
      return String(decoding: Self.normalized(url.extracting(url.withoutBlanks)), as: UTF8.self)
    }
  }

  /// Returns the bytes of a URL without blanks around it.
  private static func normalized(_ url: Span<UInt8>) -> [UInt8] {
    let parts = URLParts(url)
    var text: [UInt8] = []
    text.reserveCapacity(url.count)
    let authority = URLTrie.Authority(of: url)
    if let authority {
      text.append(url, 0..<authority.host.endBeforePeriod(url))
      if let port = authority.port {
        let digits =
          port.first { url[$0] != UInt8(ascii: "0") } ?? Swift.max(port.lowerBound, port.upperBound - 1)
        text.append(UInt8(ascii: ":"))
        text.append(url, digits..<port.upperBound)
      }
    } else {
      text.append(url, 0..<parts.path.lowerBound)
    }
    let segments = withoutDotSegments(parts.segments(url), url)
    if segments.isEmpty || url[parts.path.lowerBound] != UInt8(ascii: "/") {
      text.append(url, parts.path)
    } else {
      // Without an authority, two slashes would begin one.
      if authority == nil, segments.count > 1, segments[0].isEmpty { text += "//".utf8 }
      for segment in segments {
        text.append(UInt8(ascii: "/"))
        text.append(url, segment)
      }
    }
    text.append(url, parts.path.upperBound..<url.count)
    return text
  }

  private static func withoutDotSegments(_ segments: [Range<Int>], _ url: Span<UInt8>) -> [Range<Int>] {
    var kept: [Range<Int>] = []
    for segment in segments {
      let periods = periods(in: segment, url)
      if periods == 2 { _ = kept.popLast() }
      if periods == 0 {
        kept.append(segment)
      } else if segment.upperBound == segments.last?.upperBound {
        kept.append(segment.upperBound..<segment.upperBound)
      }
    }
    return kept
  }

  /// Returns the number of periods in a segment of one or two periods, or 0 for any other segment.
  private static func periods(in segment: Range<Int>, _ url: Span<UInt8>) -> Int {
    var (count, end) = (0, segment.upperBound)
    while end > segment.lowerBound {
      let start = URLTrie.Part(start: segment.lowerBound, end: end).endBeforePeriod(url)
      guard start < end, count < 2 else { return 0 }
      (count, end) = (count + 1, start)
    }
    return count
  }
}

extension URLTrie.Part {
  /// Returns the end without a last period, which may be percent-encoded.
  func endBeforePeriod(_ url: Span<UInt8>) -> Int {
    guard end > start else { return end }
    if url[end - 1] == UInt8(ascii: ".") { return end - 1 }
    guard end - start > 2, url[end - 3] == UInt8(ascii: "%"), url[end - 2] == UInt8(ascii: "2"),
      URLTrie.lowercased(url[end - 1]) == UInt8(ascii: "e")
    else { return end }
    return end - 3
  }
}

extension Span<UInt8> {
  /// The positions of a URL without the blanks around it.
  var withoutBlanks: Range<Int> {
    let start = indices.first { !URLTrie.isBlank(self[$0]) } ?? count
    let end = indices.last { !URLTrie.isBlank(self[$0]) }.map { $0 + 1 } ?? count
    return start..<end
  }

  /// Whether a quick look at a URL finds nothing to normalize.
  fileprivate var isNormalizedURL: Bool {
    guard count > 0 else { return true }
    guard !URLTrie.isBlank(self[0]), !URLTrie.isBlank(self[count - 1]) else { return false }
    let isPath = self[0] == UInt8(ascii: "/") && (count == 1 || self[1] != UInt8(ascii: "/"))
    return (isPath || hasNormalizedHost) && !mayHaveDotSegment(from: 0)
  }

  private var hasNormalizedHost: Bool {
    guard let authority = URLTrie.Authority(of: self) else { return true }
    let hasZeros = authority.port?.first.map { self[$0] == UInt8(ascii: "0") } ?? false
    return !hasZeros && authority.host.endBeforePeriod(self) == authority.host.end
  }

  /// Returns whether some bytes are a number up to 65535, or none, as the port of a URL.
  func isPort(_ range: Range<Int>) -> Bool {
    var number = 0
    for position in range {
      let digit = self[position] &- UInt8(ascii: "0")
      guard digit < 10 else { return false }
      number = min(number * 10 + Int(digit), 1 << 16)
    }
    return number < 1 << 16
  }
}
