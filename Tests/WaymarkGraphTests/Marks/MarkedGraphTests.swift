import SharedFixtures
import Testing
import WaymarkCore
import WaymarkGraph
import WaymarkInspection

@Suite("Marks of a page")
struct MarkedGraphTests {
  private func page(_ nodes: [TestNode], before: [TestNode]? = nil) throws -> WrittenPage {
    try WrittenPage(RouteGraph(nodes).html(title: "Marks", comparedTo: try before.map { try RouteGraph($0) }))
  }

  private func node(
    _ name: String, _ kind: DestinationKind = .service, _ lifetime: Lifetime = .transient,
    role: RouteGraph.Node.Role = .route, needs: [(String, RouteGraph.Edge.Kind)] = []
  ) -> TestNode {
    TestNode(
      id: "M.\(name)", role: role, kind: kind, lifetime: lifetime,
      needs: needs.map { ("M.\($0.0)", $0.1, nil) })
  }

  @Test func `the page marks the edges of a cycle`() throws {
    let page = try page([
      node("A", needs: [("B", .eager)]), node("B", needs: [("A", .lazy), ("C", .eager)]), node("C"),
    ])
    #expect(page.edges == ["A → B isCyclic", "B → A isCyclic", "B → C"])
    #expect(page.list.contains("<a href=\"#r1\">B</a> (cycle)"))
  }

  @Test func `the page marks captives through transient routes and adapters`() throws {
    let page = try page([
      node("Keeper", .service, .singleton, needs: [("Middle", .eager), ("Other", .lazy)]),
      node("Middle", needs: [("Name", .eager)]), node("Name", role: .adapter, needs: [("Weak", .adapter)]),
      node("Weak", .service, .weaklyShared), node("Other", .service, .weaklyShared),
    ])
    #expect(
      page.edges == [
        "Keeper → Middle isCaptive", "Keeper → Other", "Middle → Name isCaptive", "Name → Weak isCaptive",
      ])
    #expect(try page.node("Keeper")["captives"] as? [Int] == [3])
  }

  @Test func `the page marks a view retained by a service`() throws {
    let page = try page([
      node("Service", needs: [("Screen", .eager)]), node("Screen", .view),
      node("Lazy", needs: [("Screen", .lazy)]),
      node("Outer", needs: [("Service", .eager)]),
    ])
    #expect(page.edges == ["Service → Screen isCaptive", "Lazy → Screen", "Outer → Service"])
  }

  @Test func `a singleton between two routes ends the search`() throws {
    let page = try page([
      node("Keeper", .service, .singleton, needs: [("Second", .eager)]),
      node("Second", .service, .singleton, needs: [("Weak", .eager)]), node("Weak", .service, .weaklyShared),
    ])
    #expect(try page.node("Keeper")["captives"] == nil)
    #expect(try page.node("Second")["captives"] as? [Int] == [2])
  }

  @Test func `the page marks differences and lists removed nodes last`() throws {
    let page = try page(
      [node("A", needs: [("C", .eager)]), node("B", .service, .singleton), node("C")],
      before: [node("Old", needs: [("B", .eager)]), node("A", needs: [("B", .eager)]), node("B")])
    #expect(page.nodes.map { $0["destination"] as? String } == ["A", "B", "C", "Old"])
    #expect(page.nodes.map { $0["change"] as? String } == [nil, "changed", "added", "removed"])
    #expect(page.edges == ["A → C added", "Old → B removed", "A → B removed"])
    #expect(try page.node("B")["fields"] as? [[String]] == [["lifetime", "transient", "singleton"]])
    #expect(page.data["isComparison"] as? Bool == true)
    #expect(page.list.contains("<b>Old</b> <mark>removed</mark> service"))
    #expect(page.list.contains(">C</a> <mark>added</mark>, "))
  }

  @Test func `the page marks no equal node, and only the additional one of equal edges`() throws {
    let before = [node("A", needs: [("B", .eager)]), node("B")]
    let same = try page(before, before: before)
    #expect(same.edges == ["A → B"] && same.nodes.allSatisfy { $0["change"] == nil })
    let later = try page([node("A", needs: [("B", .eager), ("B", .eager)]), node("B")], before: before)
    #expect(later.edges == ["A → B", "A → B added"])
  }
}
