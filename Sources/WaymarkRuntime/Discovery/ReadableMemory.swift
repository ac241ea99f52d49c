import CWaymarkRuntime

/// The parts of memory that may be read: where the images of the program are loaded, or what a test gives.
struct ReadableMemory {
  private let ranges: [Range<UInt>]
  /// The parts that hold code.
  private let code: [Range<UInt>]
  /// The part in which the last address lay; most lie in the same.
  private var last: Range<UInt>

  init(_ ranges: [Range<UInt>], code: [Range<UInt>] = []) {
    self.ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
    self.code = code
    last = self.ranges.first ?? 0..<0
  }

  /// Where the images of the program are loaded now.
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

  /// Whether an address is that of code.
  func containsCode(_ address: UInt) -> Bool { code.contains { $0.contains(address) } }

  /// Whether `count` bytes at an address may be read.
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

  /// A 32-bit number, if it may be read.
  mutating func number(at address: UInt) -> UInt32? {
    guard address % 4 == 0, contains(address, count: 4), let pointer = UnsafeRawPointer(bitPattern: address)
    else { return nil }
    // SAFETY: aligned, and inside of memory that may be read.
    return pointer.load(as: UInt32.self)
  }

  /// A word, if it may be read.
  mutating func word(at address: UInt) -> UInt? {
    guard address % 8 == 0, contains(address, count: 8), let pointer = UnsafeRawPointer(bitPattern: address)
    else { return nil }
    // SAFETY: as above.
    return pointer.load(as: UInt.self)
  }

  /// Where a relative pointer leads: an address plus the signed 32-bit number there; nil for a null one.
  mutating func target(ofRelativeAt address: UInt) -> UInt? {
    guard let offset = number(at: address), offset != 0 else { return nil }
    return address &+ UInt(bitPattern: Int(Int32(bitPattern: offset)))
  }

  /// The same, where the lowest bit says that the target is a pointer to what is meant.
  mutating func target(ofIndirectableAt address: UInt) -> UInt? {
    guard let target = target(ofRelativeAt: address) else { return nil }
    return target & 1 == 0 ? target : word(at: target & ~1)
  }

  /// A text that ends with a zero byte, if all of it may be read and is not longer than `limit`.
  mutating func text(at address: UInt, limit: Int = 1_000) -> String? {
    guard contains(address, count: 1), let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    // SAFETY: inside of the part of memory in which the first byte lies, which `contains` has noted.
    let readable = UnsafeRawBufferPointer(
      start: pointer, count: min(limit, Int(clamping: last.upperBound - address)))
    return readable.firstIndex(of: 0).map { String(decoding: readable[..<$0], as: UTF8.self) }
  }
}

extension WaymarkRange {
  /// The addresses, unless there are none.
  var addresses: Range<UInt>? {
    let first = UInt(bitPattern: start)
    let (end, overflow) = first.addingReportingOverflow(UInt(length))
    return first != 0 && first < end && !overflow ? first..<end : nil
  }
}
