import SharedFixtures
import Testing

@testable import WaymarkCore

private protocol Tile: AnyObject, Sendable { var name: String { get } }
private final class PlainTile: Tile {
  let name: String
  init(_ name: String) { self.name = name }
}
@MainActor private final class Board {
  let tile: any Tile
  init(tile: any Tile) { self.tile = tile }
}

extension RoutableService<any Tile> {
  fileprivate static var oneTile: Self { declared() }
  fileprivate static var twoTile: Self { declared() }
}
extension RoutableView<any Tile> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }
extension RoutableView<Board> { fileprivate init() { self.init(declaredProtocol: Protocol.self) } }

@Suite("The answer to a need")
struct AnswerTests: RouteVocabulary {
  @MainActor
  @Test func `a view fills a parameter if the services of its type are ambiguous`() throws {
    let registry = try Registry {
      Route({ PlainTile("one") }) { Service(.oneTile) }
      Route({ PlainTile("two") }) { Service(.twoTile) }
      Route(PlainTile.self) {
        View<any Tile>()
      } make: {
        PlainTile("view")
      }
      Route(Board.init(tile:)) { View<Board>() }
    }
    #expect(registry.diagnostics.filter { $0.severity != .note } == [])
    #expect(try registry.makeDestination(to: View<Board>()).tile.name == "view")
  }

  @Test func `an empty collection comes after several names`() throws {
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
