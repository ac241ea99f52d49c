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
  @Test func `the first value is kept`() {
    let storage = OnceStorage()
    #expect(!storage.isWritten && storage.value(as: String.self) == nil)
    #expect(storage.write("first") == "first")
    #expect(storage.isWritten && storage.value(as: String.self) == "first")
    #expect(storage.write("second") == "first")
    #expect(storage.value(as: String.self) == "first")
  }

  /// Returns an object and the value to store, which contains it.
  private func object<Value>(_ value: (Object) -> Value) -> (Value, () -> Bool) {
    let object = Object()
    return (value(object), { [weak object] in object != nil })
  }

  /// Writes two values, and checks that only the first one exists until the storage is released.
  private func theFirstIsReleasedWithTheStorage<Value>(isInBox: Bool, _ value: (Object) -> Value) {
    var storage: OnceStorage? = OnceStorage()
    let isThere = (0..<2).map { _ in
      let (value, isThere) = object(value)
      if isInBox { storage?.write(copyOf: ValueBox(value)) } else { _ = storage?.write(value) }
      return isThere
    }
    #expect(isThere.map { $0() } == [true, false])
    storage = nil
    #expect(isThere.map { $0() } == [false, false])
  }

  @Test(.enabled(if: FastCalls.areUsed))
  func `a class reference or an existential in a box is stored without a reference`() {
    func isStored<Value>(_ box: ValueBox, as type: Value.Type, _ isSame: (Value) -> Bool) -> Bool {
      let storage = OnceStorage()
      return storage.write(keptIn: box) && storage.value(as: Value.self).map(isSame) ?? false
    }
    weak var released: Object?
    do {
      let object = Object()
      released = object
      let boxes = [ValueBox(object), ValueBox(object as Any), ValueBox(object as AnyObject)]
      #expect(isStored(boxes[0], as: Object.self) { $0 === object })
      #expect(isStored(boxes[1], as: Any.self) { $0 as? Object === object })
      #expect(isStored(boxes[2], as: AnyObject.self) { $0 === object })
      let number = ValueBox(7 as Any)
      #expect(isStored(number, as: Any.self) { $0 as? Int == 7 })
    }
    #expect(released == nil, "the storages have counted no reference")
  }

  @Test(.enabled(if: FastCalls.areUsed))
  func `a value in a box can't be stored without a reference if it isn't its bits, or after another one`() {
    let (storage, object) = (OnceStorage(), Object())
    #expect(!storage.write(keptIn: ValueBox(Large(object: object))))
    #expect(!storage.isWritten)
    #expect(storage.write(object) === object)
    #expect(storage.write(keptIn: ValueBox(Object())))
    #expect(storage.value(as: Object.self) === object)
  }

  @Test(arguments: [false, true])
  func `the value is released with its storage, and a later one at once`(isInBox: Bool) {
    theFirstIsReleasedWithTheStorage(isInBox: isInBox) { $0 }
    theFirstIsReleasedWithTheStorage(isInBox: isInBox) { Small(number: 1, object: $0) }
    theFirstIsReleasedWithTheStorage(isInBox: isInBox) { Large(object: $0) }
  }

  private struct Weak { weak var object: Object? }

  @Test(arguments: [false, true])
  func `a weak reference that doesn't move with its bits is stored in place`(isInBox: Bool) {
    let storage = OnceStorage()
    var object: Object? = Object()
    if isInBox {
      storage.write(copyOf: ValueBox(Weak(object: object)))
    } else {
      _ = storage.write(Weak(object: object))
    }
    #expect(storage.value(as: Weak.self)?.object === object)
    object = nil
    #expect(storage.value(as: Weak.self) != nil && storage.value(as: Weak.self)?.object == nil)
  }
}
