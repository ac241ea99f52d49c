import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@Suite("Differences between graphs")
struct RouteGraphDifferenceTests: RouteVocabulary {
  private func before() throws -> RouteGraph {
    try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }.graph
  }

  @Test func `a moved declaration is no difference`() throws {
    let moved = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }

      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }.graph
    let difference = try moved.difference(from: before())
    #expect(difference.isEmpty && difference.description == "no difference")
  }

  @Test func `the difference lists additions, removals, and changes`() throws {
    let after = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("store")
        Singleton()
      }
      Route({ @Sendable (_: any NoteStore) in SystemTime() }) { Service<any TimeSource>() }
    }.graph
    let difference = try after.difference(from: before())
    #expect(!difference.isEmpty)
    #expect(
      difference.description == """
        + WaymarkInspectionTests.SystemTime: service, provides Service<any TimeSource>
        - WaymarkInspectionTests.StoreProxy: service, provides Service<any RequiredStore>
        ~ WaymarkInspectionTests.MemoryStore
            lifetime: transient → singleton
            identifiers: nothing → store
        + WaymarkInspectionTests.SystemTime → WaymarkInspectionTests.MemoryStore (eager, parameter 1)
        - WaymarkInspectionTests.StoreProxy → WaymarkInspectionTests.MemoryStore (eager, parameter 1)
        """)
    let back = try before().difference(from: after)
    #expect(back.addedNodes == difference.removedNodes && back.removedEdges == difference.addedEdges)
  }

  @Test func `an edge to another node is a rewired edge`() throws {
    let before = try RouteGraph([
      TestNode(id: "M.Screen", needs: [("M.Store", .eager, "store"), ("M.Log", .lazy, nil)]),
      TestNode(id: "M.Store"), TestNode(id: "M.Cache"), TestNode(id: "M.Log"),
    ])
    let after = try RouteGraph([
      TestNode(
        id: "M.Screen",
        needs: [("M.Cache", .eager, "store"), ("M.Store", .eager, "other"), ("M.Log", .observed, nil)]),
      TestNode(id: "M.Store"), TestNode(id: "M.Cache"), TestNode(id: "M.Log"),
    ])
    #expect(
      after.difference(from: before).description == """
        ~ M.Screen (eager, store): M.Store → M.Cache
        + M.Screen → M.Store (eager, other)
        + M.Screen → M.Log (observed)
        - M.Screen → M.Log (lazy)
        """)
  }

  @Test func `the order of contributions to a collection is a difference`() throws {
    func graph(_ checks: [(name: String, target: String)]) throws -> RouteGraph {
      try RouteGraph(
        [
          TestNode(
            id: "Checks", role: .collection,
            needs: checks.map { ("M.\($0.target)", .contribution, $0.name.isEmpty ? nil : $0.name) })
        ] + ["Disk", "Clock", "Log"].map { TestNode(id: "M.\($0)") })
    }
    let before = try graph([("disk", "Disk"), ("", "Clock"), ("", "Log")])
    let moved = try graph([("", "Clock"), ("", "Log"), ("disk", "Disk")]).difference(from: before)
    #expect(!moved.isEmpty && moved.addedEdges == moved.removedEdges)
    #expect(moved.description == "~ Checks → M.Disk (contribution, disk): in another order")
    let replaced = try graph([("disk", "Log"), ("", "Clock")]).difference(from: before)
    #expect(
      replaced.description == """
        ~ Checks (contribution, disk): M.Disk → M.Log
        - Checks → M.Log (contribution)
        """)
    #expect(before.difference(from: before).isEmpty)
  }

  @Test func `the order of other edges, and of the collections, is no difference`() throws {
    func graph(_ nodes: [TestNode]) throws -> RouteGraph {
      try RouteGraph(nodes + [TestNode(id: "A"), TestNode(id: "B")])
    }
    let (first, second) = (
      TestNode(
        id: "First", role: .collection, needs: [("A", .contribution, nil), ("B", .contribution, nil)]),
      TestNode(id: "Second", role: .collection, needs: [("A", .contribution, nil)])
    )
    let before = try graph([
      TestNode(id: "C", needs: [("A", .eager, nil), ("B", .lazy, nil)]), first, second,
    ])
    let after = try graph([TestNode(id: "C", needs: [("B", .lazy, nil), ("A", .eager, nil)]), second, first])
    #expect(after.difference(from: before).isEmpty)
  }

  @Test func `the difference counts equal edges`() throws {
    func graph(edges count: Int) throws -> RouteGraph {
      let need = (to: "M.Store", kind: RouteGraph.Edge.Kind.declared, label: String?.none)
      return try RouteGraph([
        TestNode(id: "M.Time", needs: Array(repeating: need, count: count)), TestNode(id: "M.Store"),
      ])
    }
    let (once, twice) = (try graph(edges: 1), try graph(edges: 2))
    #expect(twice.difference(from: once).description == "+ M.Time → M.Store (declared)")
    #expect(once.difference(from: twice).description == "- M.Time → M.Store (declared)")
    #expect(twice.difference(from: twice).isEmpty)
  }
}
