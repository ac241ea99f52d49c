import Testing

@testable import WaymarkRuntime

private final class Thing: Sendable {}
private struct Failure: Error {}

@Suite("Resolution stack of a thread")
struct ResolutionStackTests {
  @Test func `frames nest and are removed`() {
    let (owner, first, second) = (Thing(), Thing(), Thing())
    #expect(ResolutionStack.depth == 0 && ResolutionStack.unretainedOwner(as: Thing.self) == nil)
    ResolutionStack.with(owner: owner, subject: first) {
      #expect(throws: Failure.self) {
        try ResolutionStack.with(owner: first, subject: second) {
          #expect(ResolutionStack.depth == 2)
          #expect(ResolutionStack.unretainedOwner(as: Thing.self)?.object === first)
          #expect(ResolutionStack.contain(owner: owner, subject: first))
          #expect(!ResolutionStack.contain(owner: owner, subject: second))
          #expect(ResolutionStack.all.map { $0.subject as? Thing === second } == [true, false])
          throw Failure()
        }
      }
      #expect(ResolutionStack.depth == 1)
      ResolutionStack.with(owner: owner, subject: nil) { #expect(ResolutionStack.all[0].subject == nil) }
    }
    #expect(ResolutionStack.depth == 0 && ResolutionStack.unretainedOwner(as: Thing.self) == nil)
  }

  @Test func `a stack has room for many frames`() {
    let things = (0..<100).map { _ in Thing() }
    for thing in things { ResolutionStack.push(owner: thing, subject: thing) }
    #expect(ResolutionStack.all.map { $0.owner as? Thing }.elementsEqual(things.reversed()) { $0 === $1 })
    #expect(ResolutionStack.first { owner, _ in owner === things[3] } === things[3])
    for thing in things.reversed() { ResolutionStack.pop(owner: thing, subject: thing) }
    #expect(ResolutionStack.depth == 0)
  }

  @Test func `each thread has its own frames`() async {
    let owner = Thing()
    let identity = ResolutionStack.threadIdentity
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          #expect(ResolutionStack.depth == 0)
          ResolutionStack.with(owner: owner, subject: owner) { #expect(ResolutionStack.depth == 1) }
        }
      }
    }
    #expect(identity != 0)
  }
}
