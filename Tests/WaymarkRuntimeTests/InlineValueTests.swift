import Testing

@testable import WaymarkRuntime

private final class Object {}

/// A value that doesn't fit into five words.
private struct Large {
  var numbers = (1, 2, 3, 4, 5)
  let object: Object
}

@Suite("Values that are stored without their type")
struct InlineValueTests {
  @Test func aValueThatFitsIsStoredInline() {
    typealias Words = (Int, Int, Int, Int, Int)
    var storage = InlineValue()
    storage.initialize(to: (1, 2, 3, 4, 5))
    #expect(InlineValue.value(&storage, as: Words.self) == (1, 2, 3, 4, 5))
    #expect(storage.words == (1, 2, 3, 4, 5))
    #expect(storage.take(as: Words.self) == (1, 2, 3, 4, 5))
  }

  @Test(arguments: [false, true])
  func aLargeValueIsStoredBehindAPointer(isTaken: Bool) {
    var storage = InlineValue()
    weak var object: Object?
    do {
      let large = Large(object: Object())
      object = large.object
      storage.initialize(to: large)
    }
    #expect(object != nil, "the storage retains it")
    #expect(InlineValue.value(&storage, as: Large.self).numbers == (1, 2, 3, 4, 5))
    if isTaken {
      #expect(storage.take(as: Large.self).numbers == (1, 2, 3, 4, 5))
    } else {
      InlineValue.deinitialize(&storage, Large.self)
    }
    #expect(object == nil)
  }
}
