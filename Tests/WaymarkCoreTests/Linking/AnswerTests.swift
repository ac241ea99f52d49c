import SharedFixtures
import Testing

@testable import WaymarkCore

private protocol Tile: AnyObject, Sendable { var name: String { get } }
private final class PlainTile: Tile {
  let name: String
  init(_ name: String) { self.name = name }
}
extension RoutableService<any Tile> {
  fileprivate static var oneTile: Self { declared() }
  fileprivate static var twoTile: Self { declared() }
}

@Suite("The answer to a need")
struct AnswerTests: RouteVocabulary {
  @Test func `several names of a type are an ambiguity`() throws {
    let registry = try Registry {
      Route({ PlainTile("one") }) { Service(.oneTile) }
      Route({ PlainTile("two") }) { Service(.twoTile) }
    }
    let tile = TokenDescription((any Tile).self, .service)
    let need = Dependency(
      candidates: [tile, TokenDescription((any Tile).self, .services)], strength: .eager,
      origin: .parameter(0),
      isOptional: false, isHeld: true)
    #expect(registry.image.answer(need).ambiguity?.count == 2)
    #expect(registry.image.answer(tile.unnamed).isAny && !registry.image.answer(tile).isProvided)
  }
}
