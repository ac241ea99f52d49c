import Testing

@testable import WaymarkRuntime

private protocol Named: AnyObject {}
private protocol A: AnyObject {}
private protocol B: AnyObject {}
private protocol C: AnyObject {}
private typealias Four = A & B & C & Named
private protocol D: AnyObject {}
/// An existential of six words: a reference and five witness tables.
private typealias Five = Four & D
private final class Object: Named, A, B, C, D {}

/// A value that doesn't fit into five words.
private struct Large {
  var numbers = (1, 2, 3, 4, 5)
  let object: Object
}

/// Whether a value that contains an object is stored and released once.
private func isReleased<Value>(
  _ wrap: (Object) -> Value, by release: (inout InlineValue) -> Void
) -> Bool {
  var storage = InlineValue()
  weak var object: Object?
  do {
    let new = Object()
    object = new
    storage.initialize(to: wrap(new))
  }
  guard object != nil else { return false }
  release(&storage)
  return object == nil
}

@Suite("Values stored without their type")
struct InlineValueTests {
  @Test func `a value that fits is stored inline`() {
    typealias Words = (Int, Int, Int, Int, Int)
    var storage = InlineValue()
    storage.initialize(to: (1, 2, 3, 4, 5))
    #expect(InlineValue.value(&storage, as: Words.self) == (1, 2, 3, 4, 5))
    #expect(storage.words == (1, 2, 3, 4, 5))
    #expect(storage.take(as: Words.self) == (1, 2, 3, 4, 5))
  }

  @Test func `a large value is stored behind a pointer`() {
    var storage = InlineValue()
    storage.initialize(to: Large(object: Object()))
    #expect(InlineValue.value(&storage, as: Large.self).numbers == (1, 2, 3, 4, 5))
    #expect(storage.take(as: Large.self).numbers == (1, 2, 3, 4, 5))
  }

  /// An object is released once, whether its reference, an existential with it, or a struct is stored.
  @Test func `a stored value is released once`() {
    func released<Value>(_ wrap: (Object) -> Value) -> Bool {
      isReleased(wrap) { InlineValue.deinitialize(&$0, Value.self) }
        && isReleased(wrap) { _ = $0.take(as: Value.self) }
    }
    #expect(released { $0 })
    #expect(released { $0 as any Named })
    #expect(released { $0 as AnyObject })
    #expect(released { $0 as any Four })
    #expect(released { $0 as any Five })
    #expect(released { $0 as Any })
    #expect(released { Optional($0) })
    #expect(released { (1, $0) })
    #expect(released { Large(object: $0) })
  }
}

private protocol Sized {}
private protocol Marked {}
private struct Small: Sized, Marked { let object: Object }
private struct Referring { weak var object: Object? }

@Suite("Values that move with their bits", .enabled(if: FastCalls.areUsed))
struct MovedValueTests {
  @Test func `a value that moves is released once`() throws {
    func released<Value>(_ wrap: (Object) -> Value) throws -> Bool {
      let type = try #require(InlineType(Value.self))
      return isReleased(wrap) { type.destroy($0) }
    }
    #expect(try released { $0 })
    #expect(try released { $0 as any Named })
    #expect(try released { Small(object: $0) as any Sized })
  }

  @Test(
    arguments: [
      (Int.self, true), (Object.self, true), ((any Named).self, true), ((any Sized).self, true),
      (String?.self, true), ((any Four).self, true), ((any Five).self, false),
      ((any Sized & Marked).self, false), (Large.self, false), (Referring.self, false),
    ] as [(Any.Type, Bool)])
  func `only five words without weak references move with their bits`(type: Any.Type, canMove: Bool) {
    #expect(InlineValue.canMove(type) == canMove)
    #expect((InlineType(type) != nil) == canMove)
  }

  @Test(
    arguments: [
      { ValueBox($0) }, { ValueBox($0 as any Named) }, { ValueBox(Small(object: $0) as any Sized) },
      { ValueBox(Optional($0)) },
    ] as [@Sendable (Object) -> ValueBox])
  fileprivate func `a copy retains its object, and destroying the copy releases the object`(
    box: @Sendable (Object) -> ValueBox
  ) throws {
    weak var object: Object?
    func copy() throws -> (InlineValue, InlineType) {
      let new = Object()
      object = new
      let box = box(new)
      let type = try #require(InlineType(box.type))
      return (type.copy(box), type)
    }
    let (copied, type) = try copy()
    #expect(object != nil)
    type.destroy(copied)
    #expect(object == nil)
  }
}
