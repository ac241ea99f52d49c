import Testing
import WaymarkRuntime

/// Atomic values in an object, next to others.
private final class Values: Sendable {
  let first = AtomicByte(1)
  let word = AtomicWord(2)
  let second = AtomicByte(3)
  let flag = AtomicFlag(false)
}

struct AtomicsTests {
  @Test func `a word changes without its neighbors`() {
    #expect(MemoryLayout<AtomicWord>.size == 8 && MemoryLayout<AtomicWord>.alignment == 8)
    let values = Values()
    #expect(values.word.load(ordering: .relaxed) == 2)
    values.word.store(5, ordering: .releasing)
    #expect(values.word.add(-2, ordering: .acquiringAndReleasing) == 3)
    #expect(values.word.compareExchange(expected: 4, desired: 9, ordering: .acquiring) == (false, 3))
    let changed = values.word.compareExchange(expected: 3, desired: 9, ordering: .acquiringAndReleasing)
    #expect(changed == (true, 3))
    #expect(values.word.load(ordering: .acquiring) == 9)
    #expect(values.first.load(ordering: .acquiring) == 1)
    #expect(values.second.load(ordering: .acquiring) == 3)
  }

  @Test func `a word contains an address`() {
    let values = Values()
    let address = UnsafeMutableRawPointer(Unmanaged.passUnretained(values).toOpaque())
    #expect(AtomicWord(0).loadPointer(ordering: .acquiring) == nil)
    #expect(AtomicWord(UInt(bitPattern: address)).loadPointer(ordering: .acquiring) == address)
    values.word.store(address, ordering: .releasing)
    #expect(values.word.exchange(nil, ordering: .acquiringAndReleasing) == address)
    let failed = values.word.compareExchange(
      expected: address, desired: address, ordering: .acquiringAndReleasing)
    #expect(!failed.exchanged && failed.original == nil)
    let changed = values.word.compareExchange(
      expected: nil, desired: address, ordering: .acquiringAndReleasing)
    #expect(changed.exchanged)
    #expect(values.word.loadPointer(ordering: .relaxed) == address)
  }

  @Test func `a byte changes without its neighbors`() {
    #expect(MemoryLayout<AtomicByte>.size == 1 && MemoryLayout<AtomicFlag>.size == 1)
    let values = Values()
    #expect(values.second.load(ordering: .acquiring) == 3)
    values.second.store(255, ordering: .releasing)
    let changes = [3, 255].map {
      values.second.compareExchange(expected: $0, desired: 4, ordering: .acquiringAndReleasing)
    }
    #expect(changes == [false, true])
    values.first.store(0, ordering: .relaxed)
    values.flag.store(true, ordering: .releasing)
    #expect(values.first.load(ordering: .relaxed) == 0)
    #expect(values.second.load(ordering: .acquiring) == 4)
    #expect(values.flag.load(ordering: .acquiring) == true)
    #expect(values.word.load(ordering: .acquiring) == 2)
  }

  @Test func `no change of a value gets lost`() async {
    let values = Values()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<10_000 {
            _ = values.word.add(1, ordering: .relaxed)
            var known = values.first.load(ordering: .relaxed)
            while !values.first.compareExchange(
              expected: known, desired: known &+ 1, ordering: .acquiringAndReleasing)
            {
              known = values.first.load(ordering: .relaxed)
            }
          }
        }
      }
    }
    #expect(values.word.load(ordering: .acquiring) == 80_002)
    #expect(values.first.load(ordering: .acquiring) == UInt8(truncatingIfNeeded: 80_001))
  }
}
