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
}

private let mainActor = Conformance.conformsOnActor(ObjectIdentifier(MainActor.self))

@Suite("Conformances of types")
struct ConformanceTests {
  private static let questions: [Question] = [
    // Protocols, refined, class-bound, and compositions
    Question(Value.self, (any Plain).self, .conforms),
    Question(Value.self, (any Refined).self, .conforms),
    Question(Value.self, (any Bound).self, .missing),
    Question(Value.self, (any Plain & AnyObject).self, .missing),
    Question(Base.self, (any Plain).self, .conforms),
    Question(Base.self, (any Plain & AnyObject).self, .conforms),
    Question(Base.self, (any Bound).self, .missing),
    Question(Leaf.self, (any Plain & Bound & Refined).self, .conforms),
    Question(Derived.self, (any Plain & Bound & Refined).self, .missing),
    Question(Leaf.self, (any Derived & Refined).self, .conforms),
    Question(Derived.self, (any Derived & Refined).self, .missing),
    Question(Base.self, (any Derived & Plain).self, .missing),
    Question(Worker.self, (any Plain).self, .conforms),
    Question(Worker.self, (any Actor).self, .conforms),
    Question(Screen.self, (any Shown).self, .conforms),
    Question(Value.self, (any Sendable).self, .conforms),
    Question(Value.self, Any.self, .conforms),
    Question(Leaf.self, AnyObject.self, .conforms),
    Question(Value.self, AnyObject.self, .missing),
    // Conditional conformances
    Question(Wrapper<Value>.self, (any Refined).self, .conforms),
    Question(Wrapper<Choice>.self, (any Refined).self, .missing),
    // Associated types
    Question(Choice.self, (any Holder).self, .conforms),
    Question(Choice.self, (any Holder<Int>).self, .conforms),
    Question(Choice.self, (any Holder<String>).self, .missing),
    Question(Value.self, (any Holder<Int>).self, .missing),
    Question(Couple.self, (any Pair<String, Int>).self, .conforms),
    Question(Couple.self, (any Pair<Int, String>).self, .missing),
    Question(Three.self, (any Triple<Int, String, Bool>).self, .conforms),
    Question(Three.self, (any Triple<Int, String, Int>).self, .missing),
    Question(Couple.self, (any Holder<Bool>).self, .conforms),
    Question(Couple.self, (any Holder<Bool> & Sendable).self, .conforms),
    Question(Couple.self, (any Holder<Bool> & AnyObject).self, .missing),
    Question(Wrapper<[Int]>.self, (any Holder<[Int]>).self, .conforms),
    Question([Int].self, (any Sequence<Int>).self, .conforms),
    Question([Int].self, (any Sequence<UInt>).self, .missing),
    // Isolated conformances
    Question(Isolated.self, (any Plain).self, mainActor),
    Question(Isolated.self, (any Plain & Sendable).self, mainActor),
    Question(Isolated.self, (any Refined).self, .missing),
    Question(Isolated.self, (any Holder<Int>).self, mainActor),
    Question(Isolated.self, (any Holder<Bool>).self, .missing),
    Question(Elsewhere.self, (any Plain).self, .conformsOnActor(ObjectIdentifier(OtherActor.self))),
    // Other types
    Question(Value.self, Value.self, .conforms),
    Question(Value.self, Choice.self, .missing),
    Question(Leaf.self, Base.self, .conforms),
    Question(Base.self, Leaf.self, .missing),
    Question(((Int) -> String).self, ((Int) -> String).self, .conforms),
    Question(((Int) -> String).self, ((Int) -> Int).self, .missing),
    // Existentials as the destination
    Question((any Derived & Refined).self, (any Derived & Refined).self, .conforms),
    Question((any Derived & Refined).self, (any Plain).self, .conforms),
    Question((any Refined).self, (any Plain).self, .conforms),
    Question((any Plain).self, (any Refined).self, .missing),
    Question((any Derived & Refined).self, (any Bound).self, .conforms),
    Question((any Derived & Refined).self, (any Base & Plain).self, .conforms),
    Question((any Base & Refined).self, (any Derived & Plain).self, .missing),
    Question((any Refined).self, AnyObject.self, .missing),
    Question((any Holder<Int>).self, (any Plain).self, .conforms),
    Question((any Pair<String, Int>).self, (any Plain).self, .conforms),
    Question((any Pair<String, Int>).self, (any Holder).self, .conforms),
    Question((any Holder<Int>).self, (any Pair).self, .missing),
    Question((any Holder<Int>).self, (any Refined).self, .missing),
    Question((any Holder<Int>).self, (any Plain & AnyObject).self, .missing),
    Question((any Holder<Int> & AnyObject).self, (any Plain & AnyObject).self, .conforms),
    Question((any Holder<Int> & AnyObject).self, (any Bound).self, .missing),
    Question((any Holder<Int> & Bound).self, (any Bound).self, .conforms),
    Question((any Limited<Value>).self, (any Plain).self, .missing),
    // The superclass of such an existential isn't read.
    Question((any Base & Holder<Int>).self, (any Refined).self, .unknown),
    Question((any Derived & Refined).self, Base.self, .conforms),
    Question((any Derived & Refined).self, Leaf.self, .missing),
    Question((any Refined).self, Base.self, .missing),
  ]

  @Test(arguments: questions)
  private func `the types determine the conformance`(question: Question) {
    #expect(Conformance.check(question.type, as: question.requested) == question.answer)
  }

  @Test(arguments: questions)
  private func `the conformance index gives the same answers`(question: Question) {
    let index = ConformanceIndex.program
    #expect(Conformance.check(question.type, as: question.requested, using: index) == question.answer)
  }

  @Test(arguments: questions)
  private func `the answers don't depend on the current actor`(question: Question) async {
    let answer = await Task.detached { Conformance.check(question.type, as: question.requested) }.value
    #expect(answer == question.answer)
    let onMainActor = await MainActor.run { Conformance.check(question.type, as: question.requested) }
    #expect(onMainActor == question.answer)
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
