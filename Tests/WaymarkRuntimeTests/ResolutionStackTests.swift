import Testing

@testable import WaymarkRuntime

private final class Thing: Sendable {}

@Suite("Resolution stack of a thread")
struct ResolutionStackTests {
  @Test func `a stack has room for many frames`() {
    let things = (0..<100).map { _ in Thing() }
    for thing in things { ResolutionStack.push(owner: thing, subject: thing) }
    #expect(ResolutionStack.all.map { $0.owner as? Thing }.elementsEqual(things.reversed()) { $0 === $1 })
    #expect(ResolutionStack.first { owner, _ in owner === things[3] } === things[3])
    for thing in things.reversed() { ResolutionStack.pop(owner: thing, subject: thing) }
    #expect(ResolutionStack.depth == 0)
  }
}
