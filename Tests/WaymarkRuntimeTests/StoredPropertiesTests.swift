import Testing

@testable import WaymarkRuntime

private class Base { let inherited = 1 }
private final class Derived: Base {
  var name = ""
  lazy var later = 2
}
private actor Worker { var jobs: [Int] = [] }
private struct Value {
  let first: Int
  let second: String?
}
private struct Generic<Content> { let content: Content }

@Suite("Stored properties, without an instance")
struct StoredPropertiesTests {
  private func names(_ type: Any.Type) -> [String] { StoredProperties(of: type).properties.map(\.name) }

  @Test func ofEachKindOfType() {
    #expect(names(Derived.self) == ["inherited", "name", "$__lazy_storage_$_later"])
    #expect(names(Worker.self).contains("jobs"))
    #expect(names(Value.self) == ["first", "second"])
    #expect(names(Int?.self).isEmpty && names((any Error).self).isEmpty && names(((Int) -> Int).self).isEmpty)
    #expect(StoredProperties(of: Value.self).properties.map { "\($0.type)" } == ["Int", "Optional<String>"])
    #expect(StoredProperties(of: Generic<[Int]>.self).properties.map { "\($0.type)" } == ["Array<Int>"])
  }

  @Test func theRecordsOfTheseTypesAreThere() {
    for type in [Derived.self, Worker.self, Value.self, Generic<Int>.self] as [Any.Type] {
      #expect(StoredProperties(of: type).isComplete)
    }
  }
}
