import Testing

@testable import WaymarkRuntime

private final class Thing: Sendable {}
private struct Failure: Error {}

@Suite("The frames of a thread")
struct ThreadFramesTests {
  @Test func framesNestAndEnd() {
    let (owner, first, second) = (Thing(), Thing(), Thing())
    #expect(ThreadFrames.depth == 0 && ThreadFrames.innermostOwner == nil)
    ThreadFrames.with(owner: owner, subject: first) {
      #expect(throws: Failure.self) {
        try ThreadFrames.with(owner: first, subject: second) {
          #expect(ThreadFrames.depth == 2 && ThreadFrames.innermostOwner as? Thing === first)
          #expect(ThreadFrames.contain(owner: owner, subject: first))
          #expect(!ThreadFrames.contain(owner: owner, subject: second))
          #expect(ThreadFrames.all.map { $0.subject as? Thing === second } == [true, false])
          throw Failure()
        }
      }
      #expect(ThreadFrames.depth == 1)
      ThreadFrames.with(owner: owner, subject: nil) { #expect(ThreadFrames.all[0].subject == nil) }
    }
    #expect(ThreadFrames.depth == 0)
  }

  @Test func anotherThreadHasFramesOfItsOwn() async {
    let owner = Thing()
    let identity = ThreadFrames.threadIdentity
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          #expect(ThreadFrames.depth == 0)
          ThreadFrames.with(owner: owner, subject: owner) { #expect(ThreadFrames.depth == 1) }
        }
      }
    }
    #expect(identity != 0)
  }
}
