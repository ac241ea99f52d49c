import Testing

@testable import WaymarkRuntime

private protocol Named {}
private struct Outer { struct Inner<Element> {} }
private final class Plain {}
private protocol Paired<First, Second> {
  associatedtype First
  associatedtype Second
}

@Suite("Names of types")
struct TypeNamesTests {
  @Test(
    arguments: [
      Int.self, [String: Int?].self, Plain.self, Outer.Inner<Int>.self, (any Named).self, Any.self,
      AnyObject.self,
      (Int, String).self, ((Int) throws -> Void).self, (any Named).Type.self,
    ] as [Any.Type])
  func `type names equal the standard library's names`(_ type: Any.Type) {
    #expect(TypeNames.short(type) == String(describing: type))
    #expect(TypeNames.qualified(type) == String(reflecting: type))
  }

  @Test(
    arguments: [
      ((any Clock<Duration>).self, "any Clock<Duration>"),
      ([(any Collection<[Int]>)?].self, "Array<Optional<any Collection<Array<Int>>>>"),
      ((any Paired<Int, any Sequence<String>>).self, "any Paired<Int, any Sequence<String>>"),
      ((any Sequence<Int> & CustomStringConvertible).self, "any CustomStringConvertible & Sequence<Int>"),
      ((any Clock<Duration> & AnyObject).self, "any Clock<Duration> & AnyObject"),
      (
        (any Paired<[String: Int], (Int) -> Void> & Named & Sequence<any Clock<Duration> & Named>).Type.self,
        "(any Sequence<any Named & Clock<Duration>> & Named & Paired<Dictionary<String, Int>, (Int) -> ()>).Type"
      ),
    ] as [(Any.Type, String)])
  func `a short name has associated types as in source code`(_ type: Any.Type, name: String) {
    #expect(TypeNames.short(type) == name)
  }
}
