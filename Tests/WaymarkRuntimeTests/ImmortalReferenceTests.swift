import Testing

@testable import WaymarkRuntime

private final class Thing: Sendable {}

@Suite("A reference replaced and read without a lock")
struct ImmortalReferenceTests {
  @Test func `reading returns the last stored object`() {
    let reference = ImmortalReference<Thing>()
    #expect(reference.object == nil)
    let (first, second) = (Thing(), Thing())
    reference.store(first)
    #expect(reference.object === first && reference.object !== second)
    reference.store(second)
    #expect(reference.object === second)
  }

  @Test func `stored objects are never released`() {
    let reference = ImmortalReference<Thing>()
    weak var first: Thing?
    do {
      let thing = Thing()
      first = thing
      reference.store(thing)
      reference.store(Thing())
    }
    #expect(first != nil)
  }

  @Test func `reading during a replacement is safe`() async {
    let reference = ImmortalReference<Thing>()
    let things = (0..<4).map { _ in Thing() }
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<500 {
            if task % 2 == 0 { reference.store(things[(task + round) % 4]) }
            if let object = reference.object { #expect(things.contains { $0 === object }) }
          }
        }
      }
    }
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
