import Testing

@testable import WaymarkRuntime

private final class Work {}

@Suite("Nested work of a thread")
struct ThreadNestingTests {
  @Test func `a call retains its object and no longer than it lasts`() {
    weak var released: Work?
    ThreadNesting.with(Work()) {
      released = ThreadNesting.innermost(as: Work.self)
      #expect(released != nil)
    }
    #expect(released == nil)
  }
}
