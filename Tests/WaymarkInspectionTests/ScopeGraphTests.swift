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
    #expect(
      graph.nodes.map(\.id) == [
        "MailModule.FileArchive", "MailModule.SessionInbox", "MailModule.RequestHandler",
        "WaymarkInspectionTests.MemoryStore", "SharedFixtures.UserSession", "SharedFixtures.WebRequest",
      ])
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

  @Test func `a path explains why a route needs a scope`() throws {
    let graph = try registry().graph
    #expect(
      graph.path(from: "MailModule.RequestHandler", to: "SharedFixtures.UserSession") == [
        "MailModule.RequestHandler", "MailModule.SessionInbox", "SharedFixtures.UserSession",
      ])
    #expect(
      graph.dependents(of: "SharedFixtures.WebRequest") == [
        "MailModule.RequestHandler", "WaymarkInspectionTests.MemoryStore",
      ])
  }

  @Test func `the pictures show scopes`() throws {
    let graph = try Registry { MailModule() }.graph
    let (mermaid, dot) = (graph.mermaid(), graph.dot())
    for line in [
      #"n1(["SessionInbox<br/>scoped to UserSession"])"#, #"n3[["UserSession<br/>scope"]]"#,
      #"n1 -->|"parameter 2"| n3"#, "n1 --- n3", "n4 --- n3", "class n0,n1 kept",
    ] {
      #expect(mermaid.contains(" \(line)\n"), "\(line)")
    }
    #expect(dot.contains(#""SharedFixtures.UserSession" [label="UserSession\nscope", shape=folder];"#))
    #expect(dot.contains(#""MailModule.SessionInbox" -> "SharedFixtures.UserSession" [arrowhead=diamond];"#))
    #expect(try RouteGraph(json: graph.json()) == graph)
  }

  @Test func `descriptions and differences name the scope`() throws {
    let before = try Registry { service({ MemoryStore() }, Service<any NoteStore>(), Transient()) }
    let after = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Scoped(to: UserSession.self)
      }
    }
    #expect(after.routes.map(\.scope) == ["UserSession"] && before.routes.map(\.scope) == [nil])
    #expect(
      after.graph.difference(from: before.graph).description == """
        + SharedFixtures.UserSession: scope
        ~ WaymarkInspectionTests.MemoryStore
            lifetime: transient → scoped
            scope: nothing → UserSession
        + WaymarkInspectionTests.MemoryStore → SharedFixtures.UserSession (scope)
        """)
  }

  @Test @MainActor func `a dry run makes the routes that its scopes allow`() throws {
    let registry = try Registry { MailModule() }
    #expect(registry.dryRun().diagnostics.allSatisfy { $0.severity == .note })
    let request = try registry.opening(UserSession(user: "ann")).opening(WebRequest(path: "/"))
    #expect(request.dryRun().diagnostics.allSatisfy { $0.severity == .note })
    let failing = try registry.overriding {
      Route({ @Sendable (_: UserSession) throws -> FileArchive in throw Failure(description: "disk full") }) {
        Service(.archive)
        Scoped(to: UserSession.self)
      }
    }
    #expect(failing.dryRun().diagnostics.allSatisfy { $0.severity == .note })
    let session = try failing.opening(UserSession(user: "ann"))
    #expect(session.dryRun().diagnostics.filter { $0.severity == .error }.map(\.code) == [.dryRunFailed])
  }
}
