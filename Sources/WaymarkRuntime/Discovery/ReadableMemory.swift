import CWaymarkRuntime

/// The readable memory ranges, of the program's loaded images or from a test.
struct ReadableMemory {
  private let ranges: [Range<UInt>]
  /// The ranges that contain code.
  private let code: [Range<UInt>]
  /// The range of the last address, and probably of the next one.
  private var last: Range<UInt>

  init(_ ranges: [Range<UInt>], code: [Range<UInt>] = []) {
    self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
    self.code = code
    last = self.ranges.first ?? 0..<0
  }

  /// The ranges of the currently loaded images.
  static var images: ReadableMemory {
    var segments: [WaymarkSegment] = []
    withUnsafeMutablePointer(to: &segments) { pointer in
      waymark_for_each_segment(
        { segment, context in
          // SAFETY: `context` is the pointer below, which is valid during the call.
          context.assumingMemoryBound(to: [WaymarkSegment].self).pointee.append(segment)
        }, pointer)
    }
    return ReadableMemory(
      segments.compactMap(\.range.addresses),
      code: segments.filter(\.isExecutable).compactMap(\.range.addresses))
  }

  /// Returns whether an address is in a range that contains code.
  func containsCode(_ address: UInt) -> Bool { code.contains { $0.contains(address) } }

  /// Returns whether `count` bytes at an address are readable.
  mutating func contains(_ address: UInt, count: UInt) -> Bool {
    let (end, overflow) = address.addingReportingOverflow(count)
    guard !overflow else { return false }
    if last.lowerBound <= address, end <= last.upperBound { return true }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < end { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].lowerBound <= address, end <= ranges[low].upperBound else {
      return false
    }
    last = ranges[low]
    return true
  }

  /// Returns the 32-bit number at an address, or nil if it isn't readable.
  mutating func number(at address: UInt) -> UInt32? {
    guard address % 4 == 0, contains(address, count: 4), let pointer = UnsafeRawPointer(bitPattern: address)
    else { return nil }
    // SAFETY: aligned, and inside of readable memory.
    return pointer.load(as: UInt32.self)
  }

  /// Returns the address in a pointer, or nil if it isn't readable.
  mutating func pointer(at address: UInt) -> UInt? {
    guard address % 8 == 0, contains(address, count: 8), let pointer = UnsafeRawPointer(bitPattern: address)
    else { return nil }
    // SAFETY: as above.
    return UInt(bitPattern: pointer.loadPointerIfPresent())
  }

  /// Returns the target of a relative pointer, the address plus the signed 32-bit number there, or nil for a null one.
  mutating func target(ofRelativeAt address: UInt) -> UInt? {
    guard let offset = number(at: address), offset != 0 else { return nil }
    return address &+ UInt(bitPattern: Int(Int32(bitPattern: offset)))
  }

  /// Returns the target of a relative pointer, which is a pointer to the object if the lowest bit is set.
  mutating func target(ofIndirectableAt address: UInt) -> UInt? {
    guard let target = target(ofRelativeAt: address) else { return nil }
    return target & 1 == 0 ? target : pointer(at: target & ~1)
  }

  /// Returns the null-terminated string at an address, or nil if it isn't readable or is longer than `limit`.
  mutating func text(at address: UInt, limit: Int = 1_000) -> String? {
    guard contains(address, count: 1), let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    // SAFETY: inside of the range that contains the first byte, which `contains` has stored.
    let readable = UnsafeRawBufferPointer(
      start: pointer, count: min(limit, Int(clamping: last.upperBound - address)))
    return readable.firstIndex(of: 0).map { String(decoding: readable[..<$0], as: UTF8.self) }
  }
}

extension WaymarkRange {
  /// The addresses of the range, or nil if it's empty.
  var addresses: Range<UInt>? {
    let first = UInt(bitPattern: start)
    let (end, overflow) = first.addingReportingOverflow(UInt(length))
    return first != 0 && first < end && !overflow ? first..<end : nil
  }
}
