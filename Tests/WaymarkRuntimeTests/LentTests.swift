import Testing

@testable import WaymarkRuntime

private struct Pair<First, Second> {
  let first: First
  let second: Second
}

private final class Object {}

@Suite("Values that are lent")
struct LentTests {
  @Test func theBorrowerSeesTheValue() {
    let object = Object()
    let isSame = Lent.lending(Pair(first: object, second: 7)) { lent in
      let pair = lent.value(as: Pair<Object, Int>.self)
      return pair.first === object && pair.second == 7
    }
    #expect(isSame)
  }

  @Test func theBorrowerMayKeepACopy() {
    weak var remains: Object?
    do {
      let copy = Lent.lending(Pair(first: Object(), second: "kept")) {
        $0.value(as: Pair<Object, String>.self)
      }
      remains = copy.first
      #expect(remains != nil && copy.second == "kept")
    }
    #expect(remains == nil)
  }
}
