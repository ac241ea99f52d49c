import Testing

@testable import WaymarkRuntime

private protocol Shape {}
private struct Square: Shape, Equatable { var side = 3 }
private class Circle: Shape {}
private final class Dot: Circle {}

@Suite("Values of a known type")
struct CastsTests {
  /// Returns a value in an existential of its static type, which can be an existential itself.
  private func stored<Value>(_ value: Value) -> Any { value }

  @Test func `values are stored as their static type`() {
    #expect(storedValue(stored(Square()), as: Square.self) != nil)
    #expect(storedValue(stored(Square()), as: Dot.self) == nil)
    #expect(storedValue(stored(Square() as any Shape), as: Square.self) == nil)
    #expect(storedValue(stored(Square() as any Shape), as: (any Shape).self) != nil)
    #expect(storedValue(stored(Square() as Square?), as: Square?.self) == .some(Square()))
    #expect(storedValue(stored(Square() as Square?), as: Square.self) == nil)
    #expect(storedValue(stored(Dot() as Circle), as: Dot.self) == nil)
    #expect(storedValue(stored(Dot() as Circle), as: Circle.self) != nil)
  }

  @Test func `stored values are returned`() {
    let (square, dot) = (Square(side: 7), Dot())
    #expect(storedValue(stored(square), as: Square.self) == square)
    #expect(storedValue(stored(square as any Shape), as: (any Shape).self) as? Square == square)
    #expect(storedValue(stored(dot as Circle), as: Circle.self) === dot)
  }
}
