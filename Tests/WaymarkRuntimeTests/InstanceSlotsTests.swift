import Foundation
import Testing

@testable import WaymarkRuntime

private final class Token: Sendable {
  let released: @Sendable () -> Void
  init(_ released: @escaping @Sendable () -> Void = {}) { self.released = released }
  deinit { released() }
}

@Suite("Slots for kept instances")
struct InstanceSlotsTests {
  @Test func `a slot keeps the first published object, and releases any later one`() async {
    let slots = InstanceSlots(count: 200)
    let first = Token()
    #expect([0, 63, 64, 199].allSatisfy { slots[$0] == nil } && slots.take(100) == nil)
    #expect(slots.directory.loadPointer(ordering: .relaxed) == nil, "unused slots take no memory")
    #expect(slots.publish(first, at: 64) as? Token === first)
    await confirmation { released in
      #expect(slots.publish(Token { released() }, at: 64) as? Token === first)
    }
    #expect(slots[64] as? Token === first && slots[63] == nil && slots[65] == nil)
  }

  @Test func `the objects are released with the slots`() async {
    await confirmation(expectedCount: 2) { released in
      let slots = InstanceSlots(count: 70)
      for index in [3, 69] { _ = slots.publish(Token { released() }, at: index) }
    }
  }

  @Test func `threads that publish the first objects share the memory of the slots`() {
    let (slots, arrived) = ((0..<100).map { _ in InstanceSlots(count: 2_000_000) }, Lock(0))
    let (found, hasEnded) = (Lock<[[ObjectIdentifier]]>([]), DispatchSemaphore(value: 0))
    for _ in 0..<2 {
      Thread.detachNewThread {
        let published = slots.enumerated().map { round, slots in
          arrived.withLock { $0 += 1 }
          // Begin at the same time as the other thread, without giving up the processor at once.
          var attempts = 0
          while arrived.withLock({ $0 < 2 * (round + 1) }) {
            attempts += 1
            if attempts.isMultiple(of: 1_000) { sched_yield() }
          }
          return ObjectIdentifier(slots.publish(Token(), at: 0))
        }
        found.withLock { $0.append(published) }
        hasEnded.signal()
      }
    }
    for _ in 0..<2 { hasEnded.wait() }
    let kept = slots.map { $0[0].map(ObjectIdentifier.init) }
    #expect(found.withLock { $0.allSatisfy { $0 == kept } })
  }

  @Test func `a box is read without counting a reference unless the slots can be emptied`() {
    let boxed = [ValueBox(7), ValueBox(8)]
    let (slots, emptied) = (InstanceSlots(count: 70), InstanceSlots(count: 70, canBeEmptied: true))
    for all in [slots, emptied] { for index in 0..<2 { _ = all.publish(boxed[index], at: 68 + index) } }
    #expect((67..<70).map { slots.unretainedBox($0)?.read { $0.value(as: Int.self) } } == [nil, 7, 8])
    #expect((67..<70).allSatisfy { emptied.unretainedBox($0) == nil })
  }

  @Test func `emptied slots release their objects, and can be filled again`() {
    let slots = InstanceSlots(count: 70, canBeEmptied: true)
    weak var first: AnyObject?
    first = slots.publish(Token(), at: 69)
    #expect(first != nil)
    slots.removeAll()
    #expect(first == nil && slots[69] == nil)
    let second = Token()
    #expect(slots.publish(second, at: 69) as? Token === second)
  }

  @Test func `one thread at a time uses slots that can be emptied`() throws {
    let uses: [@Sendable (InstanceSlots) -> Void] = [
      { _ = $0[0] }, { _ = $0.publish(Token(), at: 0) }, { _ = $0.take(0) }, { $0.removeAll() },
    ]
    for use in uses {
      let (slots, hasEnded) = (InstanceSlots(count: 1, canBeEmptied: true), DispatchSemaphore(value: 0))
      try #require(slots.lock).withLock { _ in
        Thread.detachNewThread {
          use(slots)
          hasEnded.signal()
        }
        try #require(hasEnded.wait(timeout: .now() + 0.02) == .timedOut)
      }
      #expect(hasEnded.wait(timeout: .now() + 60) == .success)
    }
  }

  #if os(macOS) || os(Linux)
    /// The memory of the whole process is measured, so this is tried in a process of its own.
    @Test(.enabled(if: reusesMemory))
    func `slots free their memory`() async {
      await #expect(processExitsWith: .success) {
        let before = processSize()
        for _ in 0..<5_000 { _ = InstanceSlots(count: 64_000).publish(Token(), at: 0) }
        // The directories of slots that aren't freed need 40 megabytes.
        guard processSize() < before + 10_000_000 else { exit(1) }
      }
    }

    @Test func `an index outside of the slots stops the program`() async {
      await #expect(processExitsWith: .failure) { _ = InstanceSlots(count: 2)[2] }
      await #expect(processExitsWith: .failure) { _ = InstanceSlots(count: 2).publish(Token(), at: 2) }
    }
  #endif

  // MARK: - Users

  @Test func `the last user releases the objects`() {
    let slots = InstanceSlots(count: 70)
    weak var token: Token?
    weak var companion: Token?
    do {
      token = slots.publish(Token(), at: 69) as? Token
      companion = slots.companion { Token() } as? Token
      let again = slots.companion { Token() } as? Token
      #expect(again === companion)
    }
    #expect(slots.enter())
    #expect(!slots.leave())
    #expect(slots.isUsed && token != nil && companion != nil)
    #expect(slots.leave())
    #expect(!slots.isUsed && token == nil && companion == nil && slots[69] == nil)
    // Nothing can use the slots anymore.
    #expect(!slots.enter())
    #expect(!slots.leave())
    companion = slots.companion { Token() } as? Token
    #expect(companion == nil)
  }

  @Test func `an object released by the last user finds no user`() async {
    await confirmation { released in
      let slots = InstanceSlots(count: 1)
      _ = slots.publish(Token { [unowned slots] in if !slots.enter() { released() } }, at: 0)
      #expect(slots.leave())
    }
  }

  @Test func `an immortal owner's slots keep their objects`() {
    let slots = InstanceSlots(count: 1)
    _ = slots.publish(Token(), at: 0)
    slots.keepForever()
    slots.keepForever()
    #expect(slots.enter())
    for _ in 0..<4 { #expect(!slots.leave()) }
    #expect(slots.isUsed && slots[0] != nil)
  }

  @Test func `threads use the objects until the last thread leaves`() async {
    for _ in 0..<100 {
      let slots = InstanceSlots(count: 1)
      _ = slots.publish(Token(), at: 0)
      let last = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 {
          group.addTask {
            var last = 0
            while slots.enter() {
              #expect(slots[0] != nil)
              if slots.leave() { last += 1 }
              await Task.yield()
            }
            return last
          }
        }
        group.addTask { slots.leave() ? 1 : 0 }
        return await group.reduce(0, +)
      }
      #expect(last == 1 && slots[0] == nil)
    }
  }
}
