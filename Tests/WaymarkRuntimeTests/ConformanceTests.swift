import Testing

@testable import WaymarkRuntime

private protocol Plain {}
private protocol Refined: Plain {}
private protocol Bound: AnyObject {}
private protocol Holder<Item>: Plain {
  associatedtype Item
  associatedtype Other = Never
}
private protocol Pair<Second, First>: Holder {
  associatedtype First
  associatedtype Second
}
@MainActor private protocol Shown: AnyObject {}

private class Base: Plain {}
private class Derived: Base, Bound {}
private final class Leaf: Derived, Refined {}
@MainActor private final class Screen: Shown {}
@MainActor private final class Isolated: @MainActor Plain, @MainActor Holder { typealias Item = Int }
@globalActor private actor OtherActor { static let shared = OtherActor() }
@OtherActor private final class Elsewhere: @OtherActor Plain {}
private struct Value: Refined {}
private enum Choice: Holder { typealias Item = Int }
private struct Couple: Pair {
  typealias Item = Bool
  typealias First = Int
  typealias Second = String
}
private struct Wrapper<Content>: Holder { typealias Item = Content }
extension Wrapper: Refined where Content: Refined {}
private protocol Triple<First, Second, Third> {
  associatedtype First
  associatedtype Second
  associatedtype Third
}
private struct Three: Triple {
  typealias First = Int
  typealias Second = String
  typealias Third = Bool
}
private protocol Limited<Content> { associatedtype Content: Refined }
private actor Worker: Plain {}

private struct Question: CustomTestStringConvertible, Sendable {
  let type: Any.Type
  let requested: Any.Type
  let answer: Conformance
  init(_ type: Any.Type, _ requested: Any.Type, _ answer: Conformance) {
    self.type = type
    self.requested = requested
    self.answer = answer
  }
  var testDescription: String { "\(type) as \(requested)" }

  func check(using index: ConformanceIndex? = nil) -> Conformance {
    Conformance.check(type, as: requested, using: index)
  }
}

private let mainActor = Conformance.conformsOnActor(ObjectIdentifier(MainActor.self))

@Suite("Conformances of types")
struct ConformanceTests {
  // Each table has protocols, compositions, conditional conformances, associated types, other types, and existentials
  // that convert.
  private static let conforming: [(Any.Type, Any.Type)] = [
    (Value.self, (any Plain).self), (Value.self, (any Refined).self), (Base.self, (any Plain).self),
    (Base.self, (any Plain & AnyObject).self), (Leaf.self, (any Plain & Bound & Refined).self),
    (Leaf.self, (any Derived & Refined).self), (Worker.self, (any Plain).self),
    (Worker.self, (any Actor).self), (Screen.self, (any Shown).self), (Value.self, (any Sendable).self),
    (Value.self, Any.self), (Leaf.self, AnyObject.self), (Wrapper<Value>.self, (any Refined).self),
    (Choice.self, (any Holder).self), (Choice.self, (any Holder<Int>).self),
    (Couple.self, (any Pair<String, Int>).self), (Three.self, (any Triple<Int, String, Bool>).self),
    (Couple.self, (any Holder<Bool>).self), (Couple.self, (any Holder<Bool> & Sendable).self),
    (Wrapper<[Int]>.self, (any Holder<[Int]>).self), ([Int].self, (any Sequence<Int>).self),
    (Value.self, Value.self), (Leaf.self, Base.self), (((Int) -> String).self, ((Int) -> String).self),
    ((any Derived & Refined).self, (any Derived & Refined).self),
    ((any Derived & Refined).self, (any Plain).self), ((any Refined).self, (any Plain).self),
    ((any Derived & Refined).self, (any Bound).self), ((any Derived & Refined).self, (any Base & Plain).self),
    ((any Holder<Int>).self, (any Plain).self), ((any Pair<String, Int>).self, (any Plain).self),
    ((any Pair<String, Int>).self, (any Holder).self),
    ((any Holder<Int> & AnyObject).self, (any Plain & AnyObject).self),
    ((any Holder<Int> & Bound).self, (any Bound).self), ((any Derived & Refined).self, Base.self),
  ]
  private static let missing: [(Any.Type, Any.Type)] = [
    (Value.self, (any Bound).self), (Value.self, (any Plain & AnyObject).self), (Base.self, (any Bound).self),
    (Derived.self, (any Plain & Bound & Refined).self), (Derived.self, (any Derived & Refined).self),
    (Base.self, (any Derived & Plain).self), (Value.self, AnyObject.self),
    (Wrapper<Choice>.self, (any Refined).self), (Choice.self, (any Holder<String>).self),
    (Value.self, (any Holder<Int>).self), (Couple.self, (any Pair<Int, String>).self),
    (Three.self, (any Triple<Int, String, Int>).self), (Couple.self, (any Holder<Bool> & AnyObject).self),
    ([Int].self, (any Sequence<UInt>).self), (Isolated.self, (any Refined).self),
    (Isolated.self, (any Holder<Bool>).self), (Value.self, Choice.self), (Base.self, Leaf.self),
    (((Int) -> String).self, ((Int) -> Int).self), ((any Plain).self, (any Refined).self),
    ((any Base & Refined).self, (any Derived & Plain).self), ((any Refined).self, AnyObject.self),
    ((any Holder<Int>).self, (any Pair).self), ((any Holder<Int>).self, (any Refined).self),
    ((any Holder<Int>).self, (any Plain & AnyObject).self),
    ((any Holder<Int> & AnyObject).self, (any Bound).self), ((any Limited<Value>).self, (any Plain).self),
    ((any Derived & Refined).self, Leaf.self), ((any Refined).self, Base.self),
  ]
  private static let questions: [Question] =
    conforming.map { Question($0, $1, .conforms) } + missing.map { Question($0, $1, .missing) } + [
      Question(Isolated.self, (any Plain).self, mainActor),
      Question(Isolated.self, (any Plain & Sendable).self, mainActor),
      Question(Isolated.self, (any Holder<Int>).self, mainActor),
      Question(Elsewhere.self, (any Plain).self, .conformsOnActor(ObjectIdentifier(OtherActor.self))),
      // The superclass of such an existential isn't read.
      Question((any Base & Holder<Int>).self, (any Refined).self, .unknown),
    ]

  @Test(arguments: questions)
  private func `the types determine the conformance, with an index and on each actor`(
    question: Question
  ) async {
    #expect(question.check() == question.answer)
    #expect(question.check(using: ConformanceIndex.program) == question.answer)
    let detached = await Task.detached { question.check() }.value
    let onMainActor = await MainActor.run { question.check() }
    #expect(detached == question.answer && onMainActor == question.answer)
  }

  @Test func `the answers agree with dynamic casts`() {
    func compare<Requested>(_ value: Any, _ type: Requested.Type) {
      let answer = Conformance.check(Swift.type(of: value), as: type)
      #expect((answer == .conforms) == (value is Requested), "\(value) as \(type)")
    }
    for value in [Value(), Couple(), 1, "text", [1], Worker(), Leaf(), Derived(), Wrapper<Value>()] as [Any] {
      compare(value, (any Plain).self)
      compare(value, (any Refined).self)
      compare(value, (any Bound).self)
      compare(value, (any Holder<Bool>).self)
      compare(value, (any Pair<String, Int>).self)
      compare(value, (any Sequence<Int>).self)
      compare(value, (any Sequence<Character>).self)
      compare(value, (any Hashable).self)
      compare(value, (any Plain & Bound).self)
      compare(value, (any Base & Bound).self)
      compare(value, Base.self)
      compare(value, Int.self)
    }
  }
}
