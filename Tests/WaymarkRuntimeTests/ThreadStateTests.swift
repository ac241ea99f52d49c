import Foundation
import Testing

@testable import WaymarkRuntime

/// Whether the frames that a destructor pushed were in other memory than the ones of its thread, which were released.
private let isMemorySeparate = Lock<Bool?>(nil)
private let hasEnded = DispatchSemaphore(value: 0)

@Suite("State of threads")
struct ThreadStateTests {
  private final class Box: Sendable {}

  @MainActor private final class Owner {
    var box: Box? = Box()
    nonisolated func current() -> Box? { MainThread.value { box } }
  }

  @MainActor @Test func `a nonisolated function reads a value of the main actor on its thread`() async {
    let owner = Owner()
    #expect(owner.current() === owner.box)
    let isNil = await Task.detached { owner.current() == nil && !MainThread.isCurrent }.value
    #expect(isNil)
    owner.box = nil
    #expect(owner.current() == nil)
  }

  @Test func `the resolution stack of a thread has room for many frames`() {
    let boxes = (0..<100).map { _ in Box() }
    for box in boxes { ResolutionStack.push(owner: box, subject: box) }
    #expect(ResolutionStack.all.map { $0.owner as? Box }.elementsEqual(boxes.reversed()) { $0 === $1 })
    #expect(ResolutionStack.first { owner, _ in owner === boxes[3] } === boxes[3])
    for box in boxes.reversed() { ResolutionStack.pop(owner: box, subject: box) }
    #expect(ResolutionStack.depth == 0)
  }

  /// The thread releases its frames before, because the key of the destructor is younger.
  @Test func `a destructor of a thread's values can push frames`() {
    ResolutionStack.with(owner: Box(), subject: nil) {}
    var key = pthread_key_t()
    let error = pthread_key_create(&key) { _ in
      // The allocator returns the released memory of the thread's frames, 16 with two words each.
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 256, alignment: 8)
      memory.initializeMemory(as: UInt8.self, repeating: 0xAA)
      ResolutionStack.with(owner: Box(), subject: nil) {}
      isMemorySeparate.withLock { $0 = memory.allSatisfy { $0 == 0xAA } }
      memory.deallocate()
      hasEnded.signal()
    }
    #expect(error == 0)
    Thread { [key] in
      ResolutionStack.with(owner: Box(), subject: nil) {}
      pthread_setspecific(key, UnsafeMutableRawPointer(bitPattern: 1))
    }.start()
    hasEnded.wait()
    #expect(isMemorySeparate.withLock { $0 } == true)
  }

  @Test func `a thread's work retains its object and no longer than it lasts`() {
    weak var released: Box?
    ThreadNesting.with(Box()) {
      released = ThreadNesting.innermost(as: Box.self)
      #expect(released != nil)
    }
    #expect(released == nil)
  }
}
