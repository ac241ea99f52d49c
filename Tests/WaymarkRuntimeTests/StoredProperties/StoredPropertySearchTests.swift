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
private protocol Keyed<Key> { associatedtype Key }

private class Base {
  @Wrapping var inherited = 1
  let constant = Wrapping(wrappedValue: "")
}
private final class Derived: Base {
  @Wrapping var own: [Int] = []
  var plain = 0
}

private actor Worker {
  var jobs: [Int] = []
  @Wrapping var current = 0
}

private struct Inner {
  private struct Hidden { let deep = Wrapping(wrappedValue: UInt8(0)) }
  @Wrapping var first = 1
  private let hidden = Hidden()
}
private struct Outer {
  let name = ""
  let inner = Inner()
  @Wrapping var last = 2.0
}
private struct Pack<each Element> {
  struct Row<each Cell> { let cells: (repeat each Cell) }
  let marked: Wrapping<Row<repeat each Element>>
}
extension Array { fileprivate struct Cursor { let start: Wrapping<Element> } }
extension Array where Element: Hashable { fileprivate struct Register { let all: Wrapping<Set<Element>> } }
extension Int { fileprivate struct Digits { let base = Wrapping(wrappedValue: 10) } }
private struct Extended {
  let cursor: [String].Cursor
  let index: [String].Register
  let digits: Int.Digits
}

private indirect enum Chain { case end, link(Wrapping<Int>, Chain) }
private final class Parts {
  let chain = Chain.end
  let chains: (Chain, Chain)? = nil
  let twice: Inner?? = nil
  let labeled = (first: 1, second: (Inner(), ""))
}

/// An enum that contains itself with other arguments, without an end.
private indirect enum Growing<Element> { case end(Wrapping<Element>), more(Growing<[Element]>) }
private struct Grower { let growing: Growing<Int> }

/// Fields with many kinds of types that mention a `Wrapping`, and may store none.
private final class Bystander {
  enum Choice { case one(Wrapping<Int>), other }
  let choice = Choice.other
  let optional: Wrapping<Int>? = nil
  let pair = (Wrapping(wrappedValue: 1), 2)
  let closure: (Wrapping<Int>) -> Wrapping<Int> = { $0 }
  let array: [Wrapping<Int>] = []
  let dictionary: [Int: Wrapping<Int>] = [:]
  let object: Derived? = nil
  let type: Wrapping<Int>.Type = Wrapping<Int>.self
  let any: Any = Wrapping(wrappedValue: 1)
  let store: (any Store)? = nil
  let keyed: any Keyed<Wrapping<Int>>
  weak var weakly: Derived?
  unowned let unownedly: Derived
  lazy var later = Wrapping(wrappedValue: 1)
  let task: Task<Wrapping<Int>, Never>
  let result: Result<Wrapping<Int>, any Error>
  init(keyed: any Keyed<Wrapping<Int>>, unowned: Derived, task: Task<Wrapping<Int>, Never>) {
    (self.keyed, unownedly, self.task, result) = (keyed, unowned, task, .success(Wrapping(wrappedValue: 1)))
  }
}

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

private final class Foreign {
  let url = URL(fileURLWithPath: "/")
  let date = Date()
  let data = Data()
  let time = timeval()
  let range = 1..<2
  let marks = Wrapping(wrappedValue: Stamp())..<Wrapping(wrappedValue: Stamp())
}
extension Wrapping: Comparable, Equatable where Value == Stamp {
  static func < (left: Self, right: Self) -> Bool { left.wrappedValue.number < right.wrappedValue.number }
  static func == (left: Self, right: Self) -> Bool { left.wrappedValue.number == right.wrappedValue.number }
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
  /// Generic classes, nested generic structs, and more packs are compared with the runtime's answers.
  @Test(
    arguments: [
      (Derived.self, ["inherited: Int", "constant: String", "own: Array<Int>"]),
      (Worker.self, ["current: Int"]),
      (Outer.self, ["inner.first: Int", "inner.hidden.deep: UInt8", "last: Double"]),
      (Pack<Int, String>.self, ["marked: Row<Pack{Int, String}>"]),
      (Extended.self, ["cursor.start: String", "index.all: Set<String>", "digits.base: Int"]),
      (
        Bystander.self,
        ["choice.one: Int", "optional: Int", "pair.0: Int", "later: Int", "result.success: Int"]
      ),
      (
        Parts.self,
        [
          "chain.link.0: Int", "chains.0.link.0: Int", "chains.1.link.0: Int", "twice.first: Int",
          "twice.hidden.deep: UInt8", "labeled.1.0.first: Int", "labeled.1.0.hidden.deep: UInt8",
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
      (Foreign.self, ["marks.lowerBound: Stamp", "marks.upperBound: Stamp"]),
      (Stamp.self, []), (Outer?.self, []), ((any Store).self, []), (((Outer) -> Outer).self, []),
      ((Outer, Outer).self, []),
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
