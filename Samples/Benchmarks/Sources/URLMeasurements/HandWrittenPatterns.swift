/// The baseline of the URL rows: a matcher as one would write it by hand for one form of URL.
///
/// It scans the bytes and looks up the first segment in a table. It matches only `/NAME/:id/edit`, decodes nothing,
/// and returns the place of the parameter.
final class HandWrittenPatterns: Sendable {
  struct Match {
    let pattern: Int
    let id: Range<Int>
  }

  private let keys: [UInt64]
  private let patterns: [Int]

  init(_ names: [String]) {
    var size = 16
    while size < names.count * 2 { size *= 2 }
    var keys = [UInt64](repeating: 0, count: size)
    var patterns = [Int](repeating: -1, count: size)
    for (index, name) in names.enumerated() {
      var hash = Self.seed
      for byte in name.utf8 { hash = Self.combine(hash, byte) }
      var place = Int(truncatingIfNeeded: hash) & (size - 1)
      while keys[place] != 0 { place = (place + 1) & (size - 1) }
      keys[place] = hash
      patterns[place] = index
    }
    self.keys = keys
    self.patterns = patterns
  }

  @inline(never)
  func match(_ url: String) -> Match? {
    var url = url
    return url.withUTF8 { url in
      var hash = Self.seed
      var position = 1
      while position < url.count, url[position] != UInt8(ascii: "/") {
        hash = Self.combine(hash, url[position])
        position += 1
      }
      var place = Int(truncatingIfNeeded: hash) & (keys.count - 1)
      while keys[place] != hash {
        if keys[place] == 0 { return nil }
        place = (place + 1) & (keys.count - 1)
      }
      let start = position + 1
      position = start
      while position < url.count, url[position] != UInt8(ascii: "/") { position += 1 }
      guard position + 5 == url.count, url[position + 1] == UInt8(ascii: "e"),
        url[position + 2] == UInt8(ascii: "d"),
        url[position + 3] == UInt8(ascii: "i"), url[position + 4] == UInt8(ascii: "t")
      else { return nil }
      return Match(pattern: patterns[place], id: start..<position)
    }
  }

  private static let seed: UInt64 = 14_695_981_039_346_656_037

  @inline(__always)
  private static func combine(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 1_099_511_628_211
  }
}

/// The baseline of compiling patterns: a tree of their segments, as one would write it by hand without any checks.
final class HandWrittenTree {
  private var children: [Substring: HandWrittenTree] = [:]
  private var pattern: Int?

  init(_ patterns: [String]) {
    for (index, pattern) in patterns.enumerated() {
      let last = pattern.split(separator: "/").reduce(self) { $0.child($1) }
      last.pattern = index
    }
  }

  private func child(_ segment: Substring) -> HandWrittenTree {
    if let child = children[segment] { return child }
    let child = HandWrittenTree([])
    children[segment] = child
    return child
  }
}
