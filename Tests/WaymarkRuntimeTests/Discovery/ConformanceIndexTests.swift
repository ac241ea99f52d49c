import Testing

@testable import WaymarkRuntime

private protocol Plain {}
private protocol Refined: Plain {}
private protocol Bound: AnyObject {}
private protocol Holder { associatedtype Item }

private struct Value: Refined, Hashable {}
private class Base: Plain, CustomStringConvertible { var description: String { "base" } }
private class Middle<Element>: Base, Bound {}
private final class Leaf: Middle<Int> {}
private struct Wrapper<Element>: Plain {}
extension Wrapper: Refined where Element: Refined {}
private struct Outer<Element> { struct Inner: Plain {} }
@MainActor
private final class Screen: @MainActor Refined, @MainActor Holder, @MainActor CustomStringConvertible {
  typealias Item = Int
  nonisolated init() {}
  var description: String { "screen" }
}
@globalActor private actor OtherActor { static let shared = OtherActor() }
@OtherActor private final class Elsewhere: @OtherActor Plain {}
@MainActor private final class Isolated<Element> {}
extension Isolated: @MainActor Plain where Element: Plain {}
extension Isolated: @MainActor CustomStringConvertible where Element: Plain, Element: Hashable {
  var description: String { "isolated" }
}
@OtherActor private final class Pack<each Element> {}
extension Pack: @OtherActor Plain where repeat each Element: Plain {}
extension Unicode.ASCII.Parser: @MainActor @retroactive CustomStringConvertible {
  /// A text, for a conformance of a library's type to a library's protocol.
  @MainActor public var description: String { "parser" }
}

@Suite("Index of the program's conformances")
struct ConformanceIndexTests {
  private func find(_ type: Any.Type, _ requested: Any.Type) -> ConformanceIndex.Found? {
    ExistentialMetadata(Metadata(of: requested))?.protocols?.first.flatMap {
      ConformanceIndex.program.conformance(of: Metadata(of: type), to: $0)
    }
  }

  /// A class may have the conformance of a superclass.
  ///
  /// Generic types have no table in their records. A library that may evolve makes tables at run time.
  @Test(
    arguments: [
      (Value.self, (any Plain).self, Value.self, true, .nonisolated),
      (Value.self, (any Refined).self, Value.self, true, .nonisolated),
      (Base.self, (any CustomStringConvertible).self, Base.self, true, .nonisolated),
      (Leaf.self, (any Plain).self, Base.self, true, .nonisolated),
      (Leaf.self, (any CustomStringConvertible).self, Base.self, true, .nonisolated),
      (Leaf.self, (any Bound).self, Middle<Int>.self, false, .nonisolated),
      (Wrapper<Int>.self, (any Plain).self, Wrapper<Int>.self, false, .nonisolated),
      (Outer<Int>.Inner.self, (any Plain).self, Outer<Int>.Inner.self, false, .nonisolated),
      ([Int].self, (any Sequence).self, [Int].self, false, .nonisolated),
      (Int.self, (any Hashable).self, Int.self, true, .nonisolated),
      (String.self, (any BidirectionalCollection).self, String.self, true, .nonisolated),
      (Screen.self, (any Plain).self, Screen.self, true, .mainActor),
      (Screen.self, (any Holder).self, Screen.self, true, .mainActor),
      (Screen.self, (any CustomStringConvertible).self, Screen.self, true, .mainActor),
      (
        Unicode.ASCII.Parser.self, (any CustomStringConvertible).self, Unicode.ASCII.Parser.self, true,
        .mainActor
      ),
      (Elsewhere.self, (any Plain).self, Elsewhere.self, true, .other),
    ] as [(Any.Type, Any.Type, Any.Type, Bool, ProgramConformance.Isolation)])
  func `the index finds the declaring type, the runtime's witness table, and the isolation`(
    type: Any.Type, requested: Any.Type, declaring: Any.Type, hasTable: Bool,
    isolation: ProgramConformance.Isolation
  ) throws {
    let found = try #require(find(type, requested))
    #expect(found.declaring == Metadata(of: declaring) && found.record.isolation == isolation)
    let descriptor = try #require(ExistentialMetadata(Metadata(of: requested))?.protocols?.first)
    let table = descriptor.conformance(of: Metadata(of: type))?.table
    #expect(found.table == (hasTable ? table : nil))
  }

  @Test func `the index finds no conditional and no missing conformance`() {
    #expect(find(Wrapper<Value>.self, (any Refined).self) == nil, "conditional")
    #expect(find(Value.self, (any Bound).self) == nil && find(Base.self, (any Refined).self) == nil)
    #expect(find(((Int) -> Int).self, (any Plain).self) == nil && find(Any.self, (any Plain).self) == nil)
  }

  @Test func `the index distinguishes many pairs`() {
    // All records of the program that belong to this type, against the runtime's answers.
    let types: [Any.Type] = [Int.self, String.self, Double.self, Character.self, Value.self, Leaf.self]
    let requested: [Any.Type] = [
      (any Hashable).self, (any Comparable).self, (any Sequence).self, (any CustomStringConvertible).self,
      (any BinaryInteger).self, (any FloatingPoint).self, (any Plain).self, (any Refined).self,
      (any Codable).self, (any LosslessStringConvertible).self, (any TextOutputStream).self,
    ]
    for type in types {
      for requested in requested {
        for descriptor in ExistentialMetadata(Metadata(of: requested))?.protocols ?? [] {
          let found = ConformanceIndex.program.conformance(of: Metadata(of: type), to: descriptor)
          let conforms = descriptor.conformance(of: Metadata(of: type)) != nil
          #expect((found != nil) == conforms, "\(type) as \(requested)")
        }
      }
    }
  }
}

@Suite("Conformance records of witness tables")
struct ProgramConformanceTests {
  /// Also with requirements, argument packs, and witnesses of a library that may evolve, which precede the actor.
  @Test(
    arguments: [
      (Value.self, (any Plain).self), (Screen.self, (any Plain).self), (Screen.self, (any Holder).self),
      (Elsewhere.self, (any Plain).self), (Isolated<Value>.self, (any Plain).self),
      (Isolated<Value>.self, (any CustomStringConvertible).self), (Pack<Value, Value>.self, (any Plain).self),
      (Unicode.ASCII.Parser.self, (any CustomStringConvertible).self),
      ([Int].self, (any Sequence).self),
      (String.self, (any BidirectionalCollection).self),
    ] as [(Any.Type, Any.Type)])
  func `the record has the isolation that the runtime reports`(type: Any.Type, requested: Any.Type) throws {
    let descriptor = try #require(ExistentialMetadata(Metadata(of: requested))?.protocols?.first)
    let found = try #require(descriptor.conformance(of: Metadata(of: type)))
    let record = ProgramConformance(ofWitnessTable: found.table)
    #expect(record.protocol == UInt(bitPattern: descriptor.address))
    #expect(record.isolatingActor?.type == found.isolation && record.isIsolated == (found.isolation != nil))
  }
}
