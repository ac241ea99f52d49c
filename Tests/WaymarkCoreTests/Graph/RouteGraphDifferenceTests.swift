import SharedFixtures
import Testing
import WaymarkCore

@Suite("Differences between graphs")
struct RouteGraphDifferenceTests: RouteVocabulary {
  private func before() throws -> RouteGraph {
    try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }.graph
  }

  @Test func movedDeclarationIsNoDifference() throws {
    let moved = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }

      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }.graph
    let difference = try moved.difference(from: before())
    #expect(difference.isEmpty && difference.description == "no difference")
  }

  @Test func additionsRemovalsAndChangesAreListed() throws {
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
        + WaymarkCoreTests.SystemTime: service, provides Service<any TimeSource>
        - WaymarkCoreTests.StoreProxy: service, provides Service<any RequiredStore>
        ~ WaymarkCoreTests.MemoryStore
            lifetime: transient → singleton
            identifiers: nothing → store
        + WaymarkCoreTests.SystemTime → WaymarkCoreTests.MemoryStore (eager, parameter 1)
        - WaymarkCoreTests.StoreProxy → WaymarkCoreTests.MemoryStore (eager, parameter 1)
        """)
    let back = try before().difference(from: after)
    #expect(back.addedNodes == difference.removedNodes && back.removedEdges == difference.addedEdges)
  }

  @Test func equalEdgesAreCounted() throws {
    let once = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Requires(Service<any NoteStore>())
      }
    }.graph
    let twice = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Requires(Service<any NoteStore>(), Service<any NoteStore>())
      }
    }.graph
    #expect(twice.edges.count == 2 && Set(twice.edges) == Set(once.edges))
    let edge = "WaymarkCoreTests.SystemTime → WaymarkCoreTests.MemoryStore (declared)"
    #expect(twice.difference(from: once).description == "+ \(edge)")
    #expect(once.difference(from: twice).description == "- \(edge)")
    #expect(twice.difference(from: twice).isEmpty)
  }
}
