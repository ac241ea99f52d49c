import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@Suite("Differences between graphs")
struct RouteGraphDifferenceTests: RouteVocabulary {
  @Test func `the difference lists additions, removals, and changes of all properties but the location`()
    throws
  {
    var (store, moved) = (TestNode(id: "M.Store"), TestNode(id: "M.Moved"))
    var proxy = TestNode(id: "M.Proxy", needs: [("M.Store", .eager, "parameter 1")])
    proxy.provides = ["Service(.proxy)"]
    let before = try RouteGraph([store, moved, proxy])
    #expect(before.difference(from: before).isEmpty)
    #expect(before.difference(from: before).description == "no difference")
    (store.kind, store.lifetime, store.scope, store.profile) = (.view, .scoped, "Session", "preview")
    (store.provides, store.requires) = (["View(.store)", "View(.notes)"], ["Service(.time)"])
    (store.identifiers, store.urls) = (["store"], ["notes://store"])
    (store.isOpen, store.showsProperties) = (true, false)
    store.needs = [("M.Session", .scope, nil)]
    (moved.fileID, moved.line) = ("App/Moved.swift", 9)
    var time = TestNode(id: "M.Time", lifetime: .singleton, needs: [("M.Store", .eager, "parameter 1")])
    time.provides = ["Service(.time)"]
    let after = try RouteGraph([
      store, moved, time, TestNode(id: "M.Session", role: .scope),
      TestNode(id: "M.Checks", role: .collection, needs: [("M.Time", .contribution, "time")]),
    ])
    let difference = after.difference(from: before)
    #expect(
      difference.description == """
        + M.Time: service, singleton, provides Service(.time)
        + M.Session: scope
        + M.Checks: collection
        - M.Proxy: service, provides Service(.proxy)
        ~ M.Store
            kind: service → view
            lifetime: transient → scoped
            scope: nothing → Session
            profile: nothing → preview
            provides: nothing → View(.store), View(.notes)
            requires: nothing → Service(.time)
            identifiers: nothing → store
            URLs: nothing → notes://store
            open: false → true
            shows its properties: true → false
        + M.Store → M.Session (scope)
        + M.Time → M.Store (eager, parameter 1)
        + M.Checks → M.Time (contribution, time)
        - M.Proxy → M.Store (eager, parameter 1)
        """)
    let back = before.difference(from: after)
    #expect(back.addedNodes == difference.removedNodes && back.removedEdges == difference.addedEdges)
  }

  @Test func `of nodes with one name, those that provide the same are compared`() throws {
    func store(_ id: String, _ token: String) -> TestNode {
      var store = TestNode(id: id)
      store.provides = [token]
      return store
    }
    func user(of store: String) -> TestNode { TestNode(id: "M.User", needs: [(store, .eager, "store")]) }
    let two = try RouteGraph([
      store("M.Store", "Service(.a)"), store("M.Store#2", "Service(.b)"), user(of: "M.Store#2"),
    ])
    let one = try RouteGraph([store("M.Store", "Service(.b)"), user(of: "M.Store")])
    #expect(one.difference(from: two).description == "- M.Store#2: service, provides Service(.a)")
    #expect(two.difference(from: one).description == "+ M.Store: service, provides Service(.a)")
    let other = try RouteGraph([store("M.Store", "Service(.c)"), user(of: "M.Store")])
    #expect(
      other.difference(from: two).description == """
        - M.Store#2: service, provides Service(.b)
        ~ M.Store
            provides: Service(.a) → Service(.c)
        ~ M.User (eager, store): M.Store#2 → M.Store
        """)
    // The other nodes are compared in their order.
    let last = try RouteGraph([
      store("M.Store", "Service(.b)"), store("M.Store#2", "Service(.c)"), user(of: "M.Store"),
    ])
    #expect(
      last.difference(from: two).description == """
        ~ M.Store#2
            provides: Service(.a) → Service(.c)
        """)
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
