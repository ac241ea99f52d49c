import Foundation
import Testing

@testable import WaymarkRuntime

/// A property wrapper that the tests search for, like `Routed` in Waymark.
@propertyWrapper
struct Wrapping<Value> { var wrappedValue: Value }
extension Wrapping: Sendable where Value: Sendable {}

/// A second struct to search for, which isn't generic.
struct Stamp { let number = 1 }

private protocol Store: AnyObject, Sendable {}

private class Base {
  @Wrapping var inherited = 1
  let constant = Wrapping(wrappedValue: "")
}
private final class Derived: Base {
  @Wrapping var own: [Int] = []
  var plain = 0
}

private struct Inner {
  private struct Hidden { let deep = Wrapping(wrappedValue: UInt8(0)) }
  @Wrapping var first = 1
  private let hidden = Hidden()
}
private indirect enum Chain { case end, link(Wrapping<Int>, Chain) }
private enum Choice { case one(Wrapping<Int>), other }
private final class Parts {
  let choice = Choice.other
  let result: Result<Wrapping<Int>, any Error> = .success(Wrapping(wrappedValue: 1))
  let chain = Chain.end
  let chains: (Chain, Chain)? = nil
  let twice: Inner?? = nil
  let labeled = (first: 1, second: (Inner(), ""))
}

/// An enum that contains itself with other arguments, without an end.
private indirect enum Growing<Element> { case end(Wrapping<Element>), more(Growing<[Element]>) }
private struct Grower { let growing: Growing<Int> }

private struct Resource: ~Copyable {
  let marked = Wrapping(wrappedValue: 1)
  deinit {}
}
private struct Slot<Value: ~Copyable>: ~Copyable {
  let marked = Wrapping(wrappedValue: "")
  let value: Value
}
private struct Conditional<Value: ~Copyable>: ~Copyable { let value: Value }
extension Conditional: Copyable where Value: Copyable {}
private final class Owner {
  let resource = Resource()
  let slot = Slot(value: Resource())
  let conditional = Conditional(value: Wrapping(wrappedValue: 1))
}

/// A tuple of a pack with one type is a value of that type.
private struct Single<each Element> {
  let all: (repeat Wrapping<each Element>)
  let closure: ((repeat Wrapping<each Element>)) -> Void
  let tuple: (repeat Wrapping<each Element>)
}

private final class Bare {
  let mark = Stamp()
  @Wrapping var wrapped = Stamp()
}

@Suite("Stored properties of certain struct types")
struct StoredPropertySearchTests {
  private static let search = StoredPropertySearch(for: Wrapping<Never>.self)

  /// The properties of a type, each with the type of the value in its `Wrapping`.
  ///
  /// `SampleTypes` has more shapes, which are compared with the runtime's answers. The runtime can't look into enums.
  @Test(
    arguments: [
      (Derived.self, ["inherited: Int", "constant: String", "own: Array<Int>"]),
      (
        Parts.self,
        [
          "choice.one: Int", "result.success: Int", "chain.link.0: Int", "chains.0.link.0: Int",
          "chains.1.link.0: Int", "twice.first: Int", "twice.hidden.deep: UInt8", "labeled.1.0.first: Int",
          "labeled.1.0.hidden.deep: UInt8",
        ]
      ),
      (
        Grower.self,
        [
          "growing.end: Int", "growing.more.end: Array<Int>", "growing.more.more.end: Array<Array<Int>>",
          "growing.more.more.more.end: Array<Array<Array<Int>>>",
        ]
      ),
      (Single<Int>.self, ["all: Int", "tuple: Int"]),
      // The compiler records a field as an empty tuple if its type can't be copied.
      (Owner.self, ["conditional.value: Int"]),
      (Stamp.self, []), (Inner?.self, []), ((any Store).self, []), (((Inner) -> Inner).self, []),
      ((Inner, Inner).self, []),
    ] as [(any Any.Type, [String])])
  func `the search finds the expected properties`(type: Any.Type, expected: [String]) {
    let found = Self.search.properties(of: type).map { "\($0.name): \(TypeNames.short($0.type))" }
    #expect(found == expected.map { $0.replacing(": ", with: ": Wrapping<") + ">" })
    if !expected.isEmpty { #expect(Self.search.mayFind(in: type)) }
    #expect(StoredPropertySearch.canRead(type))
  }

  /// The option `-disable-reflection-metadata` omits the records.
  @Test func `a type without records can't be read`() {
    // The flags of a struct, its parent, its name, its accessor, and the missing pointer to the records.
    let descriptor: [UInt32] = [0x51, 0, 0, 0, 0]
    let canRead = descriptor.withUnsafeBytes { descriptor in
      let metadata = [0x200, UInt(bitPattern: descriptor.baseAddress)]
      return metadata.withUnsafeBytes { bytes in
        bytes.baseAddress.map { StoredPropertySearch.canRead(Metadata(at: $0).type) }
      }
    }
    #expect(canRead == false)
  }

  @Test func `the search finds the outer of two nested matches`() {
    let search = StoredPropertySearch(for: Stamp.self, Wrapping<Int>.self)
    let found = search.properties(of: Bare.self).map { "\($0.name): \(TypeNames.short($0.type))" }
    #expect(found == ["mark: Stamp", "wrapped: Wrapping<Stamp>"])
  }

  @Test func `a type without structs is recognized without resolving names`() {
    final class Empty {}
    final class Plain {
      let number = 1
      let name = ""
      let names: [String: [UUID]] = [:]
      let store: any Store
      let byte: UInt8 = 1
      let id = UUID()
      let url = URL(fileURLWithPath: "/")
      let closure: @Sendable (String) async throws -> Void = { _ in }
      init(store: any Store) { self.store = store }
    }
    actor Isolated { var count = 0 }
    for type in [Empty.self, Plain.self, Isolated.self] as [Any.Type] {
      #expect(!Self.search.mayFind(in: type), "\(type)")
    }
  }
}
