import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@Suite("The order of a navigator's changes")
struct ChangeQueueTests {
  private typealias Admission = ChangeQueue.Admission

  @Test func `changes wait in order`() {
    var queue = ChangeQueue()
    #expect(queue.enter(1, .refuse).admission == .begins)
    for number in 2...4 { #expect(queue.enter(number, .wait) == (.waits, [])) }
    queue.cancel(3)
    #expect(queue.leave() == 2)
    #expect(queue.running == 2 && queue.waiting == [4])
    #expect(queue.leave() == 4)
    #expect(queue.leave() == nil)
    #expect(queue.enter(5, .replace) == (.begins, []))
  }

  @Test func `a replacement ends all changes before it`() {
    var queue = ChangeQueue()
    _ = queue.enter(1, .wait)
    _ = queue.enter(2, .wait)
    #expect(queue.enter(3, .replace) == (.waits, [1, 2]))
    #expect(queue.running == 1, "it leaves when it has stopped")
    #expect(queue.enter(4, .replace) == (.waits, [1, 3]))
    #expect(queue.leave() == 4)
  }

  @Test func `a refused change leaves the others`() {
    var queue = ChangeQueue()
    _ = queue.enter(1, .wait)
    _ = queue.enter(2, .wait)
    #expect(queue.enter(3, .refuse) == (.refused, []))
    #expect(queue.running == 1 && queue.waiting == [2])
  }
}
