import Testing

@testable import WaymarkRuntime

private protocol Shape {}
private struct Square: Shape, Equatable { var side = 3 }
private class Circle: Shape {}
private final class Dot: Circle {}
private struct WrongType: Error {}

@Suite("Values of a known type")
struct CastsTests {
  private func typed<Value, Known>(_ value: Value, as type: Known.Type) throws(WrongType) -> Known {
    try typedValue(value, as: type) { () -> WrongType in WrongType() }
  }

  @Test func `a value has its static type, or a type that it casts to`() throws {
    let (square, dot) = (Square(side: 7), Dot())
    #expect(try typed(square, as: Square.self) == square)
    #expect(try typed(square as any Shape, as: (any Shape).self) as? Square == square)
    #expect(try typed(square as any Shape, as: Square.self) == square)
    #expect(try typed(square as Square?, as: Square?.self) == square)
    #expect(try typed(dot as Circle, as: Circle.self) === dot)
    #expect(try typed(dot as Circle, as: Dot.self) === dot)
  }

  @Test func `a value of another type is an error`() {
    #expect(throws: WrongType.self) { try typed(Square(), as: Dot.self) }
    #expect(throws: WrongType.self) { try typed(Circle(), as: Dot.self) }
    #expect(throws: WrongType.self) { try typed(Square?.none, as: Square.self) }
  }
}
