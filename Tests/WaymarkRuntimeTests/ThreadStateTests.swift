import Testing

@testable import WaymarkRuntime

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

  @Test func `a thread's work retains its object and no longer than it lasts`() {
    weak var released: Box?
    ThreadNesting.with(Box()) {
      released = ThreadNesting.innermost(as: Box.self)
      #expect(released != nil)
    }
    #expect(released == nil)
  }
}
