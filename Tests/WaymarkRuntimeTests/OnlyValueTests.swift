import Testing

@testable import WaymarkRuntime

private protocol Named { var name: String { get } }
private struct Empty: Named { var name: String { "empty" } }
private struct Hidden: Named {
  static let count = 1
  private init() {}
  var name: String { "hidden \(Self.count)" }
}
private struct Generic<Value>: Named { var name: String { "\(Value.self)" } }
private enum Never2 {}
private struct Impossible { let never: Never2 }
private struct HasEmpty { let empty = Empty() }
private struct Full { let number = 1 }
private final class Object {}
private enum One { case one }

@Suite("The only value of a type")
struct OnlyValueTests {
  @Test func `a struct without properties has one value`() {
    #expect(onlyValue(of: Empty.self)?.name == "empty" && onlyValue(of: Hidden.self)?.name == "hidden 1")
    #expect(onlyValue(of: Generic<Int>.self)?.name == "Int")
    func make<Value: Named>(_ type: Value.Type) -> (any Named)? { onlyValue(of: type) }
    let types: [any Named.Type] = [Empty.self, Generic<String>.self]
    #expect(types.map { make($0)?.name } == ["empty", "String"])
  }

  @Test func `other types have no single value`() {
    #expect(onlyValue(of: Never2.self) == nil && onlyValue(of: Impossible.self) == nil)
    #expect(
      onlyValue(of: HasEmpty.self) == nil && onlyValue(of: Full.self) == nil && onlyValue(of: One.self) == nil
    )
    #expect(
      onlyValue(of: Object.self) == nil && onlyValue(of: Int.self) == nil && onlyValue(of: Void.self) == nil)
  }
}
