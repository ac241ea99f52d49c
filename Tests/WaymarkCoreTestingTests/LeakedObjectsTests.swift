import SharedFixtures
import Testing

@testable import WaymarkCore
@testable import WaymarkCoreTesting

private class Item {}
private final class First: Item {}
private final class Second: Item {}
private final class Third: Item {}

@Suite("Groups of leaked objects")
struct LeakedObjectsTests {
  private func made(_ object: AnyObject, at line: Int) -> MakingRecorder.Made {
    MakingRecorder.Made(
      object: object, type: "\(type(of: object))",
      location: DeclarationLocation(fileID: "Test/Test.swift", line: line))
  }

  private func groups(_ objects: [MakingRecorder.Made], _ nodes: [TestNode]) throws -> [[String]] {
    LeakedObjects(objects, in: try RouteGraph(nodes)).groups.map { [$0.made.type] + $0.needed.map(\.type) }
  }

  private func node(_ id: String, line: Int, needs: String...) -> TestNode {
    var node = TestNode(id: id, module: "Test", role: .route, needs: needs.map { ($0, .eager, nil) })
    (node.fileID, node.line) = ("Test/Test.swift", line)
    return node
  }

  @Test func `no object is lost if routes at the same places need each other`() throws {
    let objects: [AnyObject] = [First(), Second(), Third()]
    let made = zip(objects, 1...).map { self.made($0, at: $1) }
    // Each place has two routes. One of them needs a route of the next place.
    let nodes = (1...3).flatMap { line in
      [node("Test.A\(line)", line: line, needs: "Test.B\(line % 3 + 1)"), node("Test.B\(line)", line: line)]
    }
    #expect(try groups(made, nodes) == [["First"], ["Second"], ["Third"]])
    withExtendedLifetime(objects) {}
  }
}
