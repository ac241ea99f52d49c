import Testing

@testable import WaymarkRuntime

private final class Object {}

/// A value that isn't stored inline.
private struct Large {
  var numbers = (1, 2, 3, 4, 5)
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
  private func theFirstIsReleasedWithTheStorage<Value>(_ value: (Object) -> Value) {
    var storage: OnceStorage? = OnceStorage()
    let isThere = (0..<2).map { _ in
      let (value, isThere) = object(value)
      _ = storage?.write(value)
      return isThere
    }
    #expect(isThere.map { $0() } == [true, false])
    storage = nil
    #expect(isThere.map { $0() } == [false, false])
  }

  @Test func `the value is released with its storage, and a later one at once`() {
    theFirstIsReleasedWithTheStorage { $0 }
    theFirstIsReleasedWithTheStorage { Large(object: $0) }
  }
}
