import SharedFixtures
import Testing
import WaymarkInspection
import WaymarkRuntime

@testable import WaymarkCore

/// A transaction of one visit, which uses the storage.
private final class Transaction: Sendable {
  let storage: any Storage
  init(storage: any Storage, visit: Visit) async { self.storage = storage }
}

/// A queue with an operation that opens scopes.
private final class Queue: Sendable { init(storage: any Storage) {} }

extension RoutableService<Transaction> { fileprivate static var transactionOfQueue: Self { declared() } }
extension RoutableService<Queue> { fileprivate static var queueOfVisits: Self { declared() } }
extension RoutableService<VisitorProfile> { fileprivate static var ownProfile: Self { declared() } }

@Suite("Starting and stopping the instances of a scope", .timeLimit(.minutes(5)))
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

  // MARK: - Scopes that Starting and Stopping open

  enum Use {
    /// `started(_:)` starts the transaction.
    case onDemand
    /// `withScope(_:operation:)` starts the transaction.
    case withScope
    /// The same, in `Starting` of an instance of an outer scope.
    case inScope
  }

  private func visit(_ use: Use) async throws {
    try await Registry.current.withScope(Visit(path: "/")) { [journal] in
      let transaction =
        use == .onDemand
        ? try await Registry.current.started(.transactionOfQueue) : try Registry.current(.transactionOfQueue)
      journal.write("commit to \(transaction.storage.path)")
    }
  }

  private func queue(_ use: Use, isStop: Bool) throws(RegistryError) -> Registry {
    try Registry {
      ServerModule(journal: journal)
      Route(Transaction.init(storage:visit:)) {
        Service(.transactionOfQueue)
        Scoped(to: Visit.self)
        if use == .onDemand { OnDemand() }
        Stopping { [journal] in journal.write("end the transaction at \($0.storage.path), \($1)") }
      }
      if use == .inScope {
        live(
          { (_: any Storage) in VisitorProfile(number: 1) }, .ownProfile, in: Login.self,
          starting: { _ in try await visit(use) })
      } else {
        let work: InstanceWork<Queue> = { _ in try await visit(use) }
        live(
          Queue.init(storage:), .queueOfVisits, .eager, starting: isStop ? nil : work,
          stopping: isStop ? work : nil)
      }
    }
  }

  // The `Stopping` of a scope's instance can't open scopes inside of the scope, because that's closed.
  @Test(arguments: [
    (Use.onDemand, false), (Use.withScope, false), (Use.inScope, false), (Use.onDemand, true),
    (Use.withScope, true),
  ])
  func `their instances use the instances that the operation uses`(_ use: Use, isStop: Bool) async throws {
    let registry = try queue(use, isStop: isStop)
    try await inTime {
      try await registry.run {
        guard use == .inScope else { return }
        try await registry.withScope(Login(user: "ann")) { _ = try Registry.current(.ownProfile) }
      }
    }
    let lines = journal.all.filter { $0.contains("commit") || $0.contains("transaction") }
    #expect(lines == ["commit to /tmp", "end the transaction at /tmp, finished"])
  }
}
