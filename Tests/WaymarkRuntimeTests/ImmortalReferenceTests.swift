import Testing

@testable import WaymarkRuntime

private final class Thing: Sendable {}

@Suite("A reference replaced and read without a lock")
struct ImmortalReferenceTests {
  @Test func `stored objects are never released`() {
    let reference = ImmortalReference<Thing>()
    weak var first: Thing?
    do {
      let thing = Thing()
      first = thing
      reference.store(thing)
      #expect(reference.object === thing)
      reference.store(Thing())
      #expect(reference.object !== thing)
    }
    #expect(first != nil)
  }
}

@Suite("A reference set once")
struct OnceReferenceTests {
  @Test func `the first object stays, and every caller gets it`() {
    let reference = OnceReference<Thing>()
    #expect(reference.unretained == nil)
    let (first, second) = (Thing(), Thing())
    for object in [first, second, first] { #expect(reference.set(object) === first) }
    #expect(reference.unretained?.read { $0 === first } == true)
  }

  @Test func `the reference retains only the first object`() {
    weak var first: Thing?
    weak var second: Thing?
    do {
      let reference = OnceReference<Thing>()
      do {
        let (one, two) = (Thing(), Thing())
        (first, second) = (one, two)
        _ = (reference.set(one), reference.set(two))
      }
      #expect(reference.unretained != nil && first != nil && second == nil)
    }
    #expect(first == nil)
  }
}
