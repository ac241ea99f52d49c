import Testing

@testable import WaymarkRuntime

@Suite("A box with a type known only at run time")
struct ValueBoxTests {
  private protocol Named: AnyObject {}
  private class Parent: Named {}
  private final class Child: Parent {}
  private protocol Printable {}
  private struct Text: Printable {}
  private final class Page: Printable {}

  @Test func `a box returns its value as any type of the value`() throws {
    let child = Child()
    let box = ValueBox(child as Parent)
    #expect(box.cast(to: Parent.self) === box)
    let named = try #require(box.cast(to: (any Named).self))
    #expect(named.value(as: (any Named).self) === child)
    #expect(try #require(named.cast(to: Child.self)).value(as: Child.self) === child)
    #expect(box.cast(to: String.self) == nil)
    #expect(box.any as? Child === child)
    #expect(try #require(ValueBox(5 as Any).cast(to: Int.self)).value(as: Int.self) == 5)
  }

  @Test func `a box finds the object of its value`() {
    let (child, page) = (Child(), Page())
    #expect(ValueBox(child as any Named).object === child)
    #expect(ValueBox(page as any Printable).object === page)
    #expect(ValueBox(Text() as any Printable).object == nil && ValueBox(5).object == nil)
    #expect(ValueBox(page as any Printable).isObject && !ValueBox(Text() as any Printable).isObject)
    #expect(ValueBox(InlineValue(object: child), as: Parent.self).value(as: Parent.self) === child)
  }

  private struct Problem: Error {}

  @Test func `an error isn't pinned, whatever follows its reference in memory`() {
    var value = InlineValue()
    value.initialize(to: Problem() as any Error)
    value.words.3 = 24
    let box = ValueBox(value, as: (any Error).self)
    #expect(ValueBox.pinned(box) == nil)
    #expect(box.value(as: (any Error).self) is Problem)
  }

  @Test func `two boxes refer to the same object in any type`() {
    let child = Child()
    #expect(ValueBox(child).isSame(as: ValueBox(child as any Named)))
    #expect(!ValueBox(child).isSame(as: ValueBox(Child())))
    #expect(!ValueBox(5).isSame(as: ValueBox(5)))
  }
}
