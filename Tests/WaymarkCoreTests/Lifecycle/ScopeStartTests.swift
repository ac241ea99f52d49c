import SharedFixtures
import Testing
import WaymarkInspection
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Starting and stopping the instances of a scope")
struct ScopeStartTests: RouteVocabulary {
  private let journal = Journal()

  /// Storage belongs to the root, the pool to a session, and clients to a request.
  private func application() throws(RegistryError) -> Registry {
    try Registry {
      live(DiskStorage.init, .storage, stopping: journal.writing("stop storage"))
      live(
        { [journal] (routes: Resolver) async throws -> FixedPool in
          await Task.yield()
          journal.write("make pool of \(routes.scope(UserSession.self)?.user ?? "-")")
          return FixedPool(storage: try routes(.storage))
        }, .pool, in: UserSession.self, requiring: Requires(.storage), stopping: journal.writing("stop pool"))
      live(
        WebClients.init(pool:), .clients, in: WebRequest.self, starting: journal.writing("start clients"),
        stopping: journal.writing("stop clients"))
    }
  }

  /// Starts an application, and opens a session.
  private func session() async throws -> (application: Registry, session: Registry) {
    let application = try application()
    try await application.start()
    return (application, try application.opening(UserSession(user: "ann")))
  }

  @Test func `withScope starts and stops the scope's instances`() async throws {
    let application = try application()
    try await application.start()
    #expect(journal.all.isEmpty)
    try await application.withScope(UserSession(user: "ann")) {
      #expect(journal.all == ["make pool of ann"])
      try await Registry.current.withScope(WebRequest(path: "/")) {
        let (clients, pool) = try (Registry.current(.clients), Registry.current(.pool))
        #expect(clients.pool === pool)
      }
      #expect(journal.all == ["make pool of ann", "start clients", "stop clients"])
    }
    #expect(journal.all.last == "stop pool")
    await application.stop()
    #expect(journal.all.suffix(2) == ["stop pool", "stop storage"])
  }

  @Test func `an operation runs after the starts of its registry and the ones around it`() async throws {
    let session = try application().opening(UserSession(user: "ann"))
    try await session.runWithRegistriesAround {
      #expect(journal.all == ["make pool of ann"])
      journal.write("run")
    } otherErrors: {
      Issue.record($0)
    }
    #expect(journal.all == ["make pool of ann", "run", "stop pool", "stop storage"])
  }

  @Test func `an opened scope needs its own start`() async throws {
    let (application, session) = try await session()
    let found = session.refusal(of: .pool)
    #expect(found?.message == "FixedPool was requested before it was started")
    #expect(
      found?.remedy
        == "add .started to the test or its suite\n"
        + "call start() on the registry of the UserSession, or open it with withScope(_:operation:) first")
    #expect(session.startOrder == ["FixedPool"])
    try await session.start()
    #expect(try session(.pool).storage === application(.storage))
    await session.stop()
    #expect(journal.all == ["make pool of ann", "stop pool"])
    #expect(session.refusal(of: .pool)?.code == .notStarted)
    #expect(
      await session.startFailure()?.description == """
        the registry of this UserSession was stopped, and starts only once [notStarted]
            To fix: open another UserSession
        """)
    await session.close()
    #expect(journal.all == ["make pool of ann", "stop pool"])
    #expect(await session.startFailure()?.code == .scopeClosed)
  }

  @Test func `the operation of an extension that adds no instances starts the scope`() async throws {
    let (_, session) = try await session()
    let extended = try session.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
    try await extended.closing {
      let (pool, other) = try (Registry.current(.pool), session(.pool))
      #expect(pool === other)
    }
    #expect(journal.all == ["make pool of ann", "stop pool"])
  }

  @Test func `a scope doesn't start the application`() async throws {
    let found = await routeFailure {
      try await application().withScope(UserSession(user: "ann")) { _ = Issue.record("it was started") }
    }
    #expect(found?.path.map(\.destination) == ["DiskStorage", "FixedPool"])
    #expect(found?.code == .notStarted)
  }

  @Test @MainActor func `a dry run uses started instances`() async throws {
    let registry = try Registry {
      ServerModule(journal: journal)
      Route(Counters.self) {
        Service(.metrics)
      } make: { routes in
        Counters(name: try routes(.storage).path + "/" + (try routes(Service<any NoteStore>())).name)
      }
    }
    // Without a start, a dry run doesn't make an instance that needs a started one, and doesn't report a problem.
    #expect(registry.dryRun().diagnostics.allSatisfy { $0.severity == .note })
    try await registry.start()
    let found = registry.dryRun().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == [.dryRunFailed])
    #expect(found.first?.description.contains("nothing provides Service<any NoteStore>") == true)
    await registry.stop()
  }
}
