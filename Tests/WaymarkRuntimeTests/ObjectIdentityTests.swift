import Testing

@testable import WaymarkRuntime

private protocol Plain {}
private protocol Other {}
private protocol Bound: AnyObject {}
private protocol Holder<Item> { associatedtype Item = Int }
private protocol BoundHolder<Item>: AnyObject { associatedtype Item }

private class Base: Plain, Other, Bound, Holder, BoundHolder { typealias Item = Int }
private final class Derived: Base {}
private final class Failure: Error {}
private final class Generic<Element>: Plain {}
private struct Value: Plain, Holder { let object: Base }
private struct Large: Plain { let objects: (Base, Base, Base, Base) }

@Suite("The identity of objects in values of any type")
struct ObjectIdentityTests {
  @Test func `an object is found in values of every static type`() {
    func isFound<Value>(_ value: Value, _ object: AnyObject) -> Bool {
      ObjectIdentity.address(of: value) == UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }
    let object = Derived()
    #expect(isFound(object, object) && isFound(object as Base, object))
    #expect(isFound(object as AnyObject, object) && isFound(object as any Bound, object))
    #expect(isFound(object as any Bound & Plain & Other, object))
    #expect(isFound(object as any Base & Plain, object) && isFound(object as Any, object))
    #expect(isFound(object as any Plain, object) && isFound(object as any Plain & Other, object))
    #expect(isFound(object as any Holder, object) && isFound(object as any Holder<Int>, object))
    #expect(isFound(object as any BoundHolder<Int>, object))
    let generic = Generic<Int>()
    #expect(isFound(generic, generic) && isFound(generic as any Plain, generic))
    let failure = Failure()
    #expect(isFound(failure, failure) && isFound(failure as any Sendable, failure))
    // An error that is seen as one is in a box.
    #expect(ObjectIdentity.address(of: failure as any Error) == nil)
  }

  @Test func `a value has no identity`() {
    let object = Derived()
    let value = Value(object: object)
    #expect(ObjectIdentity.address(of: value) == nil && ObjectIdentity.address(of: 1) == nil)
    #expect(ObjectIdentity.address(of: value as any Plain) == nil)
    #expect(ObjectIdentity.address(of: value as any Holder<Int>) == nil)
    #expect(ObjectIdentity.address(of: value as Any) == nil)
    #expect(ObjectIdentity.address(of: Large(objects: (object, object, object, object)) as any Plain) == nil)
    #expect(ObjectIdentity.address(of: Optional(object)) == nil)
    #expect(ObjectIdentity.address(of: Optional(object) as Any) == nil)
    #expect(ObjectIdentity.address(of: (object, 1)) == nil && ObjectIdentity.address(of: { object }) == nil)
    #expect(ObjectIdentity.address(of: Derived.self) == nil)
    #expect(ObjectIdentity.address(of: Derived.self as Any) == nil)
  }

  @Test func `one object is identical through two types`() {
    func check<First, Second>(_ first: First, _ second: Second) -> Bool {
      ObjectIdentity.isSame(first, second)
    }
    let (object, other) = (Derived(), Derived())
    #expect(check(object, object as any Plain) && check(object as any Bound, object as Any))
    #expect(check(object as AnyObject, object as Base))
    #expect(!check(object, other as any Plain) && !check(object as any Plain, other as any Plain))
    let value = Value(object: object)
    #expect(!check(value, value) && !check(object, value as any Plain) && !check(value as any Plain, object))
    #expect(!check(1, 1))
  }
}
