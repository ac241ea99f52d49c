import Testing

@testable import WaymarkRuntime

private protocol Shape {}
private struct Square: Shape, Equatable { var side = 3 }
private class Circle: Shape {}
private final class Dot: Circle {}

@Suite("Values of a type that's known")
struct KnownTypeTests {
  /// Returns a value in an existential of its static type, which can be an existential itself.
  private func stored<Value>(_ value: Value) -> Any { value }

  @Test func valuesAreStoredAsTheirStaticType() {
    #expect(isStored(stored(Square()), as: Square.self))
    #expect(!isStored(stored(Square()), as: Dot.self))
    #expect(!isStored(stored(Square() as any Shape), as: Square.self))
    #expect(isStored(stored(Square() as any Shape), as: (any Shape).self))
    #expect(isStored(stored(Square() as Square?), as: Square?.self))
    #expect(!isStored(stored(Square() as Square?), as: Square.self))
    #expect(!isStored(stored(Dot() as Circle), as: Dot.self))
    #expect(isStored(stored(Dot() as Circle), as: Circle.self))
  }

  @Test func storedValuesAreReturned() {
    let (square, dot) = (Square(side: 7), Dot())
    #expect(knownValue(stored(square), as: Square.self) == square)
    #expect(knownValue(stored(square as any Shape), as: (any Shape).self) as? Square == square)
    #expect(knownValue(stored(dot as Circle), as: Circle.self) === dot)
  }
}
