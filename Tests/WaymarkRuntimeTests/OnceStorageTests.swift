import Testing

@testable import WaymarkRuntime

private final class Object {}

/// A value that isn't stored inline.
private struct Large {
  var numbers = (1, 2, 3, 4, 5)
  let object: Object
}

private struct Small {
  let number: Int
  let object: Object
}

@Suite("Write-once storage")
struct OnceStorageTests {
  /// Writes two values, and checks that only the first one exists until the storage is released.
  private func theFirstIsReleasedWithTheStorage<Value>(_ value: (Object) -> Value) {
    var storage: OnceStorage? = OnceStorage()
    let isThere = (0..<2).map { _ in
      let object = Object()
      _ = storage?.write(value(object))
      return { [weak object] in object != nil }
    }
    #expect(isThere.map { $0() } == [true, false])
    storage = nil
    #expect(isThere.map { $0() } == [false, false])
  }

  @Test func `the value is released with its storage, and a later one at once`() {
    theFirstIsReleasedWithTheStorage { $0 }
    theFirstIsReleasedWithTheStorage { Small(number: 1, object: $0) }
    theFirstIsReleasedWithTheStorage { Large(object: $0) }
  }

  @Test func `a box that something else keeps is stored without a reference`() {
    weak var released: ValueBox?
    do {
      let (storage, box, later) = (OnceStorage(), ValueBox(Object()), ValueBox(Object()))
      released = box
      for box in [box, later] {
        _ = withExtendedLifetime(box) { storage.write(kept: UnretainedReference(retainedByCaller: box)) }
      }
      let object = box.value(as: Object.self)
      #expect(storage.value(as: Object.self) === object && storage.write(Object()) === object)
    }
    #expect(released == nil)
  }

  private struct Weak { weak var object: Object? }

  @Test func `a weak reference that doesn't move with its bits is stored in place`() {
    let storage = OnceStorage()
    var object: Object? = Object()
    _ = storage.write(Weak(object: object))
    #expect(storage.value(as: Weak.self)?.object === object)
    object = nil
    #expect(storage.value(as: Weak.self) != nil && storage.value(as: Weak.self)?.object == nil)
  }

  @Test func `threads that write at the same time get the value of the first one`() async {
    for _ in 0..<100 {
      let storage = OnceStorage()
      let values = await withTaskGroup { group in
        for number in 0..<4 { group.addTask { storage.write("\(number)") } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(values) == [storage.value(as: String.self)])
    }
  }
}
