import Testing

@testable import WaymarkRuntime

private final class Owned: Sendable {}

private protocol Named {
  var name: String { get }
  var selfType: Any.Type { get }
}
private protocol Numbered { var number: Int { get } }
private protocol Refined: Named { var refinement: String { get } }
private protocol Third {}
private protocol Fourth {}
private protocol Bound: AnyObject { var bound: String { get } }
private protocol BoundToo: AnyObject { var boundToo: String { get } }
private protocol Holder<Item> { associatedtype Item = Int }
private protocol Missing {}

extension Named {
  var name: String { TypeNames.qualified(Self.self) }
  var selfType: Any.Type { Self.self }
}
extension Numbered { var number: Int { MemoryLayout<Self>.size } }
extension Refined { var refinement: String { "refined \(Self.self)" } }
extension Bound { var bound: String { "bound \(type(of: self))" } }
extension BoundToo { var boundToo: String { "bound too \(type(of: self))" } }

private typealias All = Refined & Numbered & Third & Fourth & Holder

private final class Final: All, Bound, BoundToo, CustomStringConvertible, Error {
  let owned: Owned
  init(_ owned: Owned) { self.owned = owned }
  var description: String { "final" }
}
private class Base: All, Bound, BoundToo, CustomStringConvertible {
  let owned: Owned
  init(_ owned: Owned) { self.owned = owned }
  var description: String { "base" }
}
private final class Derived: Base { override var description: String { "derived" } }
private actor Worker: All, Bound, BoundToo {
  let owned: Owned
  init(_ owned: Owned) { self.owned = owned }
}
private final class Generic<Element>: All, Bound, BoundToo, CustomStringConvertible {
  typealias Item = Element
  let owned: Owned
  init(_ owned: Owned) { self.owned = owned }
  var description: String { "generic" }
}
private struct Empty: All {}
private struct OneWord: All, CustomStringConvertible, Error {
  let owned: Owned
  var description: String { "one" }
}
private struct ThreeWords: All {
  var text = "text"
  let owned: Owned
}
private struct FourWords: All {
  var texts = ("text", 1)
  let owned: Owned
}
private struct Aligned: All { var vector: SIMD2<Int64> = [1, 2] }
private struct Weak: All { weak var owned: Owned? }
private enum Choice: All {
  case nothing
  case owned(Owned)
}
private struct Wrapper<Element>: All {
  typealias Item = Element
  let element: Element
}
extension Optional: Named where Wrapped: Named {}

/// How a type of values takes part.
private enum Values {
  case objects
  case inPlace
  /// Only a cast converts.
  case boxed
}

@Suite("Converting values to existentials without casts", .enabled(if: FastCalls.areUsed))
struct ExistentialConversionTests {
  /// Compares conversions of one value with casts.
  private struct Comparison<Value> {
    let values: Values
    let make: (Owned) -> Value

    func to<Requested>(
      _ type: Requested.Type, isSupported: Bool = true, isForObjects: Bool = false,
      _ describe: (Requested) -> String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let isConvertible =
        switch values {
        case .objects: isSupported
        case .inPlace: isSupported && !isForObjects
        case .boxed: false
        }
      let isExpected = isConvertible && make(Owned()) as? Requested != nil
      for index in [nil, ConformanceIndex.program] {
        let conversion = ExistentialConversion(from: Value.self, to: type, using: index)
        #expect((conversion != nil) == isExpected, "\(Value.self) to \(type)", sourceLocation: sourceLocation)
        guard let conversion, let cast = make(Owned()) as? Requested else { continue }
        let owner = Owner()
        do {
          let converted = conversion.convert(make(owner.give()), to: type)
          #expect(describe(converted) == describe(cast), sourceLocation: sourceLocation)
          #expect(words(after: converted) == words(after: cast), sourceLocation: sourceLocation)
          let copies = [converted, converted]
          #expect(describe(copies[1]) == describe(cast), sourceLocation: sourceLocation)
          #expect(owner.isAlive == isOwning(make), sourceLocation: sourceLocation)
        }
        #expect(!owner.isAlive, "\(Value.self) to \(type) leaks", sourceLocation: sourceLocation)
      }
    }

    /// Returns the words after the reference or the buffer in a class reference or an existential: metadata and tables.
    private func words<Requested>(after value: Requested) -> [UInt] {
      let size = MemoryLayout<Requested>.size / 8
      return withUnsafeBytes(of: value) { bytes in
        (size < 4 ? 1..<size : 3..<size).map { bytes.load(fromByteOffset: 8 * $0, as: UInt.self) }
      }
    }

    func toAll() {
      to(Any.self) { "\(type(of: $0))" }
      to((any Sendable).self) { "\(type(of: $0))" }
      to((any Named).self) { $0.name }
      to((any Refined).self) { $0.refinement + $0.name }
      to((any Named & Sendable).self) { $0.name }
      to((any Named & Numbered).self) { "\($0.name) \($0.number)" }
      to((any Numbered & Refined).self) { "\($0.name) \($0.number) \($0.refinement)" }
      to((any Named & Numbered & Third).self, isSupported: false) { $0.name }
      to((any Named & Numbered & Third & Fourth).self, isSupported: false) { $0.name }
      to((any CustomStringConvertible).self) { $0.description }
      to((any CustomStringConvertible & Named).self) { $0.description + $0.name }
      to((any Holder).self) { "\(type(of: $0))" }
      to((any Holder<Int>).self, isSupported: false) { "\(type(of: $0))" }
      to((any Missing).self) { "\(type(of: $0))" }
      to((any Error).self, isSupported: false) { "\($0)" }
      to((any Error & Named).self) { $0.name }
      to(AnyObject.self, isForObjects: true) { "\(type(of: $0))" }
      to((any Bound).self, isForObjects: true) { $0.bound }
      to((any Bound & BoundToo).self, isForObjects: true) { $0.bound + $0.boundToo }
      to((any Bound & Named).self, isForObjects: true) { $0.bound + $0.name }
      to((any Bound & BoundToo & Named).self, isSupported: false) { $0.bound }
      to((any AnyObject & Named).self, isForObjects: true) { $0.name }
      to(Base.self) { $0.description }
      to((any Base & Bound).self) { $0.description + $0.bound }
      to((any Base & Third & BoundToo).self) { $0.description + $0.boundToo }
      to(Derived.self) { $0.description }
      to(Int.self) { "\($0)" }
      to(Optional<Value>.self, isSupported: false) { "\(type(of: $0))" }
      to(Any.Type.self) { "\($0)" }
    }
  }

  @Test func `objects convert to existentials`() {
    Comparison(values: .objects) { Final($0) }.toAll()
    Comparison(values: .objects) { Base($0) }.toAll()
    Comparison(values: .objects) { Derived($0) }.toAll()
    Comparison(values: .objects) { Generic<Int>($0) }.toAll()
    Comparison(values: .objects) { Worker($0) }.toAll()
  }

  @Test func `an instance of a subclass converts`() {
    Comparison<Base>(values: .objects) { Derived($0) }.to((any Named).self) { "\(type(of: $0)) \($0.name)" }
    Comparison<Base>(values: .objects) { Derived($0) }.to(AnyObject.self) { "\(type(of: $0))" }
    Comparison<Base>(values: .objects) { Derived($0) }
      .to((any CustomStringConvertible).self) { $0.description }
    let conversion = ExistentialConversion(from: Base.self, to: (any Named).self)
    let object: Base = Derived(Owned())
    let named = conversion?.convert(object, to: (any Named).self)
    #expect(named.map { type(of: $0) == Derived.self } == true)
    // As after the compiler's conversion, `Self` is the static type.
    #expect(named.map { $0.selfType == Base.self } == true && (object as any Named).selfType == Base.self)
  }

  @Test func `values stored inline convert`() {
    Comparison(values: .inPlace) { _ in Empty() }.toAll()
    Comparison(values: .inPlace) { OneWord(owned: $0) }.toAll()
    Comparison(values: .inPlace) { ThreeWords(owned: $0) }.toAll()
    Comparison(values: .inPlace) { Choice.owned($0) }.toAll()
    Comparison(values: .inPlace) { _ in Choice.nothing }.toAll()
    Comparison(values: .inPlace) { Wrapper(element: $0) }.toAll()
    Comparison(values: .inPlace) { Wrapper(element: (1, $0)) }.toAll()
  }

  @Test func `other values have no conversion`() {
    Comparison(values: .boxed) { FourWords(owned: $0) }.toAll()
    Comparison(values: .boxed) { _ in Aligned() }.toAll()
    Comparison(values: .boxed) { Weak(owned: $0) }.toAll()
    Comparison(values: .boxed) { Wrapper(element: ("text", 1, $0)) }.toAll()
    Comparison(values: .boxed) { Optional(OneWord(owned: $0)) }.to((any Named).self) { $0.name }
    Comparison<any Refined>(values: .boxed) { OneWord(owned: $0) }.to((any Named).self) { $0.name }
    Comparison<any Bound>(values: .boxed) { Final($0) }.to((any Named).self) { $0.name }
    Comparison(values: .boxed) { ($0, 1) }.to(Any.self) { "\(type(of: $0))" }
    Comparison(values: .boxed) { owned in { owned } }.to(Any.self) { "\(type(of: $0))" }
    Comparison(values: .boxed) { _ in Final.self }.to(Any.self) { "\(type(of: $0))" }
  }

  @Test func `a type converts to itself`() {
    func check<Value>(_ make: (Owned) -> Value) {
      let conversion = ExistentialConversion(from: Value.self, to: Value.self)
      let owner = Owner()
      do {
        let value = conversion?.convert(make(owner.give()), to: Value.self)
        #expect(value.map { "\($0)" } == "\(make(Owned()))" && owner.isAlive == isOwning(make))
      }
      #expect(!owner.isAlive)
    }
    check { Final($0) }
    check { _ in Empty() }
    check { OneWord(owned: $0) }
    check { ThreeWords(owned: $0) }
    check { FourWords(owned: $0) }
    check { Optional(ThreeWords(owned: $0)) }
    check { ThreeWords(owned: $0) as any Named }
    check { ("text", ["text"], $0, 1, 2, 3) }
  }

  @Test func `the words of a conversion complete a stored value`() throws {
    func completed<Value, Requested>(_ value: Value, as type: Requested.Type) throws -> Requested {
      let conversion = try #require(ExistentialConversion(from: Value.self, to: type))
      let words = try #require(conversion.words(around: Value.self, as: type))
      var storage = InlineValue()
      storage.initialize(to: value)
      storage.complete(words)
      return storage.take(as: type)
    }
    let object = Final(Owned())
    #expect(try completed(object, as: Final.self) === object)
    #expect(try completed(object, as: AnyObject.self) === object)
    let bound = try completed(object, as: (any Bound & BoundToo).self)
    #expect(bound === object && bound.bound == "bound Final" && bound.boundToo == "bound too Final")
    #expect(try completed(object, as: (any Named).self) as? Final === object)
    let words = ThreeWords(owned: Owned())
    let refined = try completed(words, as: (any Refined).self)
    #expect(refined is ThreeWords && refined.refinement == words.refinement)
    #expect(try completed(ThreeWords(owned: Owned()), as: Any.self) is ThreeWords)
  }

  @Test func `a conversion has two words, and stores none for a type of more than five words`() {
    #expect(MemoryLayout<ExistentialConversion?>.size == 2 * MemoryLayout<UInt>.size)
    let conversion = ExistentialConversion(from: Final.self, to: (any Named & Numbered).self)
    #expect(
      conversion != nil && conversion?.words(around: Final.self, as: (any Named & Numbered).self) == nil)
  }
}

/// Gives an object away, and tells how long it exists.
private final class Owner {
  private var object: Owned?
  private weak var given: Owned?

  init() {
    object = Owned()
    given = object
  }

  func give() -> Owned {
    defer { object = nil }
    return object ?? Owned()
  }

  var isAlive: Bool { given != nil }
}

/// Returns whether a value contains the object of its creation.
private func isOwning<Value>(_ make: (Owned) -> Value) -> Bool {
  let owner = Owner()
  let value = make(owner.give())
  return withExtendedLifetime(value) { owner.isAlive }
}
