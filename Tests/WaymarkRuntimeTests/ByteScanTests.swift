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
      var hash: UInt32 = 2_166_136_261
      for byte in segment { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
      let scanned = bytes.span.scanSegment(from: start, 2_166_136_261)
      #expect(scanned.end == segment.endIndex && scanned.hash == hash, "\(bytes) from \(start)")
      #expect(scanned.hasEscapes == segment.contains(UInt8(ascii: "%")), "\(bytes) from \(start)")
      #expect(
        scanned.hasForbidden == segment.contains { $0 <= 0x20 || $0 == 0x7F }, "\(bytes) from \(start)")
    }
  }

  @Test func `comparing covers every byte whatever the length`() {
    for count in 0...20 {
      let bytes = (0..<count).map { UInt8($0) }
      let other: [UInt8] = [0xFF] + bytes + [0xFF]
      let isEqual = bytes.span.isEqual(from: 0, count: count, to: other.span, from: 1)
      #expect(isEqual, "\(count) bytes")
      for position in 0..<count {
        var changed = other
        changed[position + 1] ^= 0x80
        let isEqual = bytes.span.isEqual(from: 0, count: count, to: changed.span, from: 1)
        #expect(!isEqual, "\(count) bytes, changed at \(position)")
      }
    }
  }
}
