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
  @Test func `every caller gets the first object, and the reference retains only this one`() {
    weak var first: Thing?
    weak var second: Thing?
    do {
      let reference = OnceReference<Thing>()
      #expect(reference.unretained == nil)
      do {
        let (one, two) = (Thing(), Thing())
        (first, second) = (one, two)
        for object in [one, two, one] { #expect(reference.set(object) === one) }
        #expect(reference.unretained?.read { $0 === one } == true)
      }
      #expect(reference.unretained != nil && first != nil && second == nil)
    }
    #expect(first == nil)
  }
}
