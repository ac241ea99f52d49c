import SeededTesting
import Testing

@testable import WaymarkRuntime

@Suite("Scanning bytes")
struct ByteScanTests {
  @Test(arguments: try Seeds.first(4))
  func `scanning finds the same segments as a simple loop`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...24, using: &numbers)).map { _ in
        // Half of the bytes are letters, so that segments have several.
        Bool.random(using: &numbers) ? 0x61 : UInt8.random(in: 0...255, using: &numbers)
      }
      let start = Int.random(in: 0...bytes.count, using: &numbers)
      let segment = bytes[start...].prefix { !"/?#".utf8.contains($0) }
      let isPlain = !segment.contains { "%\\\u{7F}".utf8.contains($0) || $0 <= 0x20 }
      let scanned = bytes.span.scanSegment(from: start)
      #expect(scanned.end == segment.endIndex && scanned.isPlain == isPlain, "\(bytes) from \(start)")
      guard isPlain else { continue }
      // The key doesn't depend on the bytes around the segment.
      let alone = Array(segment)
      let key = alone.span.key(of: 0..<alone.count)
      #expect(scanned.key.first == key.first && scanned.key.hash == key.hash, "\(bytes) from \(start)")
    }
  }

  @Test(arguments: try Seeds.first(4))
  func `a period after a slash is found at every place`(seed: UInt64) {
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let text = (0..<Int.random(in: 0...24, using: &numbers)).map { _ in
        // Mostly letters, so that many strings have no such place.
        ["a", "b", "0", "-", "a", "/", ".", "%", "\u{80}"].randomElement(using: &numbers) ?? ""
      }.joined()
      let bytes = Array(text.utf8)
      let start = Int.random(in: 0...bytes.count, using: &numbers)
      let places = zip(bytes[start...], bytes[start...].dropFirst())
      let isThere = places.contains { $0 == UInt8(ascii: "/") && ".%".utf8.contains($1) }
      let isFound = bytes.span.mayHaveDotSegment(from: start)
      #expect(isFound || !isThere, "\(text) from \(start)")
      if !text.contains("/") { #expect(!isFound) }
    }
    let (path, query) = (Array("/notes/work/editor/7".utf8), Array("https://notes.example/a.html?b=%41".utf8))
    let isFound = path.span.mayHaveDotSegment(from: 0) || query.span.mayHaveDotSegment(from: 0)
    #expect(!isFound)
  }

  @Test func `a key of lowercased bytes is the key of the lowercase string`() {
    for text in ["NOTES", "Notes.Example.COM:8080", "@[`{AZaz", "ÄÖ-Straße", ""] {
      let (lowercased, upper) = (
        text.utf8.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }, Array(text.utf8)
      )
      let expected = lowercased.span.key(of: 0..<lowercased.count)
      let key = upper.span.key(of: 0..<upper.count, isLowercased: true)
      #expect(key.first == expected.first && key.hash == expected.hash, "\(text)")
      let isEqual = upper.span.isEqual(0..<upper.count, isLowercased: true, to: lowercased.span, from: 0)
      #expect(isEqual, "\(text)")
    }
  }

  @Test func `comparing covers every byte whatever the length`() {
    for count in 0...20 {
      let bytes = (0..<count).map { UInt8($0) }
      let other: [UInt8] = [0xFF] + bytes + [0xFF]
      let isEqual = bytes.span.isEqual(0..<count, to: other.span, from: 1)
      #expect(isEqual, "\(count) bytes")
      for position in 0..<count {
        var changed = other
        changed[position + 1] ^= 0x80
        let isEqual = bytes.span.isEqual(0..<count, to: changed.span, from: 1)
        #expect(!isEqual, "\(count) bytes, changed at \(position)")
      }
    }
  }
}
