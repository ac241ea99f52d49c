import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@Suite("Scopes in the graph")
struct ScopeGraphTests: RouteVocabulary {
  private func registry() throws(RegistryError) -> Registry {
    try Registry {
      MailModule()
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
        Scoped(to: WebRequest.self)
        EntryPoint()
      }
    }
  }

  @Test func `the graph has a node for a scope`() throws {
    let graph = try registry().graph
    #expect(try RouteGraph(json: graph.json()) == graph)
    #expect(
      graph.nodes.map(\.id) == [
        "MailModule.FileArchive", "MailModule.SessionInbox", "MailModule.RequestHandler",
        "WaymarkInspectionTests.MemoryStore", "SharedFixtures.UserSession", "SharedFixtures.WebRequest",
      ])
    #expect(try registry().routes.map(\.scope) == [nil, "UserSession", nil, "WebRequest"])
    #expect(graph.nodes.map(\.scope) == [nil, "UserSession", nil, "WebRequest", nil, nil])
    #expect(
      graph.nodes.map(\.lifetime) == [.singleton, .scoped, .transient, .weaklyShared, .scoped, .scoped])
    #expect(graph.nodes.map(\.role) == [.route, .route, .route, .route, .scope, .scope])
    #expect(
      graph.edges.map { "\($0.from) \($0.kind) \($0.to) \($0.label ?? "")" } == [
        "MailModule.SessionInbox eager MailModule.FileArchive parameter 1",
        "MailModule.SessionInbox eager SharedFixtures.UserSession parameter 2",
        "MailModule.SessionInbox scope SharedFixtures.UserSession ",
        "MailModule.RequestHandler eager MailModule.SessionInbox parameter 1",
        "MailModule.RequestHandler eager SharedFixtures.WebRequest parameter 2",
        "WaymarkInspectionTests.MemoryStore scope SharedFixtures.WebRequest ",
        "SharedFixtures.WebRequest scope SharedFixtures.UserSession ",
      ])
  }

  @Test @MainActor func `a dry run makes the routes that its scopes allow`() throws {
    let registry = try Registry { MailModule() }
    #expect(registry.dryRun().diagnostics.allSatisfy { $0.severity == .note })
    let request = try registry.opening(UserSession(user: "ann")).opening(WebRequest(path: "/"))
    #expect(request.dryRun().diagnostics.allSatisfy { $0.severity == .note })
    let failing = try registry.overriding {
      live(
        { (_: UserSession) throws -> FileArchive in throw Failure(description: "disk full") }, .archive,
        in: UserSession.self)
    }
    #expect(failing.dryRun().diagnostics.allSatisfy { $0.severity == .note })
    let session = try failing.opening(UserSession(user: "ann"))
    #expect(session.dryRun().diagnostics.filter { $0.severity == .error }.map(\.code) == [.dryRunFailed])
  }
}
