import Testing

@testable import WaymarkRuntime

private protocol Named {}
private struct Outer { struct Inner<Element> {} }
private final class Plain {}

@Suite("Names of types")
struct TypeNamesTests {
  @Test(
    arguments: [
      Int.self, [String: Int?].self, Plain.self, Outer.Inner<Int>.self, (any Named).self, Any.self,
      AnyObject.self,
      (Int, String).self, ((Int) throws -> Void).self, (any Named).Type.self, (any Sequence<Int>).self,
    ] as [Any.Type])
  func `type names equal the standard library's names`(_ type: Any.Type) {
    #expect(TypeNames.short(type) == String(describing: type))
    #expect(TypeNames.qualified(type) == String(reflecting: type))
  }
}
