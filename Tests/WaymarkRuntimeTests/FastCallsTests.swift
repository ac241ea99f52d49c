import Testing

@testable import WaymarkRuntime

@Suite("Fast calls")
struct FastCallsTests {
  /// Where the check fails, Waymark works as with the trait `Portable`, and this test says so.
  @Test func `functions and existentials have the layout that fast calls expect`() {
    #expect(FastCalls.check())
  }

  @Test(.disabled(if: FastCalls.areUsed))
  func `nothing is stored or called by its layout without fast calls`() {
    final class Thing: Sendable {}
    #expect(!InlineValue.canMove(Thing.self) && !InlineValue.isReference(Thing.self))
    #expect(ExistentialConversion(from: Thing.self, to: Thing.self) == nil)
    #expect(ValueBox.pinned(ValueBox(Thing())) == nil)
  }
}
