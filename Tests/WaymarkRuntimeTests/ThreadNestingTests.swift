import Testing

@testable import WaymarkRuntime

private final class Work {}

@Suite("Nested work of a thread")
struct ThreadNestingTests {
  private var innermost: Work? { ThreadNesting.innermost(as: Work.self) }

  @Test func `the innermost object is the one of the innermost call`() {
    let (outer, inner) = (Work(), Work())
    #expect(innermost == nil)
    ThreadNesting.with(outer) {
      #expect(innermost === outer)
      ThreadNesting.with(inner) { #expect(innermost === inner) }
      #expect(innermost === outer)
    }
    #expect(innermost == nil)
  }

  @Test func `a call retains its object and no longer than it lasts`() {
    weak var released: Work?
    ThreadNesting.with(Work()) {
      released = innermost
      #expect(released != nil)
    }
    #expect(released == nil)
  }
}
