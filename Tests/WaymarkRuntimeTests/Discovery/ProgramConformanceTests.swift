import Testing

@testable import WaymarkRuntime

private protocol Plain {}
private protocol Holder { associatedtype Item }

private struct Value: Plain {}
@MainActor private final class Screen: @MainActor Plain, @MainActor Holder { typealias Item = Int }
@globalActor private actor OtherActor { static let shared = OtherActor() }
@OtherActor private final class Elsewhere: @OtherActor Plain {}
@MainActor private final class Wrapper<Element> {}
extension Wrapper: @MainActor Plain where Element: Plain {}
extension Wrapper: @MainActor CustomStringConvertible where Element: Plain, Element: Hashable {
  var description: String { "wrapper" }
}
@OtherActor private final class Pack<each Element> {}
extension Pack: @OtherActor Plain where repeat each Element: Plain {}
extension Value: Hashable {}
extension Unicode.UTF8.ForwardParser: @MainActor @retroactive CustomStringConvertible {
  /// A text, for a conformance of a library's type to a library's protocol.
  @MainActor public var description: String { "parser" }
}

@Suite("Conformance records of witness tables")
struct ProgramConformanceTests {
  /// Also with requirements, argument packs, and witnesses of a library that may evolve, which precede the actor.
  @Test(
    arguments: [
      (Value.self, (any Plain).self), (Screen.self, (any Plain).self), (Screen.self, (any Holder).self),
      (Elsewhere.self, (any Plain).self), (Wrapper<Value>.self, (any Plain).self),
      (Wrapper<Value>.self, (any CustomStringConvertible).self), (Pack<Value, Value>.self, (any Plain).self),
      (Unicode.UTF8.ForwardParser.self, (any CustomStringConvertible).self),
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
