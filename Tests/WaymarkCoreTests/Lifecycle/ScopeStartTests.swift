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
      ObservesLifecycle { [journal] event in
        if case .wasNotStopped = event.phase { journal.write("\(event.destinationName) wasNotStopped") }
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Stopping { [journal] _ in journal.write("stop storage") }
      }
      Route(FixedPool.self) {
        Service(.pool)
        Scoped(to: UserSession.self)
        Requires(.storage)
        Stopping { [journal] _ in journal.write("stop pool") }
      } make: { [journal] routes in
        await Task.yield()
        journal.write("make pool of \(routes.scope(UserSession.self)?.user ?? "-")")
        return FixedPool(storage: try routes(.storage))
      }
      Route(WebClients.init(pool:)) {
        Service(.clients)
        Scoped(to: WebRequest.self)
        Starting { [journal] _ in journal.write("start clients") }
        Stopping { [journal] _ in journal.write("stop clients") }
      }
    }
  }

  @Test func `withScope starts and stops the scope's instances`() async throws {
    let application = try application()
    try await application.start()
    #expect(journal.all.isEmpty)
    try await application.withScope(UserSession(user: "ann")) {
      #expect(journal.all == ["make pool of ann"])
      try await Registry.current.withScope(WebRequest(path: "/")) {
        let clients = try Registry.current.makeDestination(to: .clients)
        #expect(try clients.pool === Registry.current.makeDestination(to: .pool))
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
    }
    #expect(journal.all == ["make pool of ann", "run", "stop pool", "stop storage"])
  }

  @Test func `an opened scope needs its own start`() async throws {
    let application = try application()
    try await application.start()
    let session = try application.opening(UserSession(user: "ann"))
    let found = error { _ = try session.makeDestination(to: .pool) }
    #expect(found?.message == "FixedPool was requested before it was started")
    #expect(
      found?.remedy
        == "add .started to the test or its suite\n"
        + "call start() on the registry of the UserSession, or open it with withScope(_:operation:) first")
    #expect(session.startOrder.map(\.description) == ["FixedPool"])
    try await session.start()
    let pool = try session.makeDestination(to: .pool)
    #expect(try pool.storage === application.makeDestination(to: .storage))
    await session.stop()
    #expect(journal.all == ["make pool of ann", "stop pool"])
    #expect(error { _ = try session.makeDestination(to: .pool) }?.code == .notStarted)
    let again = await failure { try await session.start() }
    #expect(
      (again as? RouteError)?.description == """
        the registry of this UserSession was stopped, and starts only once [notStarted]
            To fix: open another UserSession
        """)
    await session.close()
    #expect(journal.all == ["make pool of ann", "stop pool"])
    #expect((await failure { try await session.start() } as? RouteError)?.code == .scopeClosed)
  }

  @Test func `closing stops inner scopes first`() async throws {
    let application = try application()
    try await application.start()
    let session = try application.opening(UserSession(user: "ann"))
    try await session.start()
    let request = try session.opening(WebRequest(path: "/"))
    try await request.start()
    await session.close()
    #expect(journal.all == ["make pool of ann", "start clients", "stop clients", "stop pool"])
    await session.close()
    await request.close()
    #expect(journal.all.count == 4)
  }

  @Test func `an extension of a scope starts the scope first`() async throws {
    let application = try application()
    try await application.start()
    let session = try application.opening(UserSession(user: "ann"))
    let extended = try session.extending {
      Route(Counters.self) {
        Service(.metrics)
        Scoped(to: UserSession.self)
        Requires(.pool)
        Starting { [journal] _ in journal.write("start counters") }
        Stopping { [journal] _ in journal.write("stop counters") }
      } make: { routes in
        Counters(name: try routes(.pool).storage.path)
      }
    }
    #expect(extended.startOrder.map(\.destination) == ["FixedPool", "Counters"])
    try await extended.start()
    #expect(journal.all == ["make pool of ann", "start counters"])
    #expect(try extended.makeDestination(to: .metrics).name == "/tmp")
    #expect(try extended.makeDestination(to: .pool) === session.makeDestination(to: .pool))
    await extended.stop()
    #expect(journal.all.suffix(2) == ["stop counters", "stop pool"])
    #expect(error { _ = try session.makeDestination(to: .pool) }?.code == .notStarted)
    await session.close()
    #expect(journal.all.count == 4)
  }

  @Test func `the operation of an extension that adds no instances starts the scope`() async throws {
    let application = try application()
    try await application.start()
    let session = try application.opening(UserSession(user: "ann"))
    let extended = try session.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
    try await extended.closing {
      let pool = try Registry.current.makeDestination(to: .pool)
      #expect(try pool === session.makeDestination(to: .pool))
    }
    #expect(journal.all == ["make pool of ann", "stop pool"])
  }

  @Test func `a failing extension of a scope stops the scope that it started`() async throws {
    let application = try application()
    try await application.start()
    let session = try application.opening(UserSession(user: "ann"))
    let extended = try session.extending {
      Route(Counters.self) {
        Service(.metrics)
        Scoped(to: UserSession.self)
        Starting { _ in throw Mistake() }
      } make: {
        Counters()
      }
    }
    #expect(await failure { try await extended.start() } is RouteError)
    #expect(journal.all == ["make pool of ann", "stop pool"])
    try await session.start()
    #expect(await failure { try await extended.start() } is RouteError)
    #expect(journal.all.count == 3)
    _ = try session.makeDestination(to: .pool)
    await session.close()
  }

  @Test func `a scope doesn't start the application`() async throws {
    let found = await failure {
      try await application().withScope(UserSession(user: "ann")) { _ = Issue.record("it was started") }
    }
    #expect((found as? RouteError)?.path.map(\.destination) == ["DiskStorage", "FixedPool"])
    #expect((found as? RouteError)?.code == .notStarted)
  }

  @Test func `a dropped scope reports running instances`() async throws {
    let application = try application()
    try await application.start()
    let made = Lock<[Weak]>([])
    do {
      let session = try application.opening(UserSession(user: "ann"))
      try await session.start()
      let pool = try session.makeDestination(to: .pool)
      made.withLock { $0.append(Weak(object: pool)) }
    }
    // The task of the start may retain the registry for a moment. The report comes before the release of the instance.
    #expect(try await becomesTrue { made.withLock { $0.allSatisfy { $0.object == nil } } })
    #expect(journal.all == ["make pool of ann", "FixedPool wasNotStopped"])
    await application.stop()
  }

  @Test func `many sessions start their own instances`() async throws {
    let application = try application()
    try await application.start()
    try await withThrowingTaskGroup { group in
      for index in 0..<32 {
        group.addTask {
          try await application.withScope(UserSession(user: "\(index)")) {
            try await Registry.current.withScope(WebRequest(path: "/")) {
              _ = try Registry.current.makeDestination(to: .clients)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(journal.all.filter { $0.hasPrefix("make") }).count == 32)
    #expect(journal.all.count { $0 == "stop pool" } == 32 && journal.all.count { $0 == "stop clients" } == 32)
    await application.stop()
  }

  @Test func `a failed start of a scope releases its instances`() async throws {
    let made = Lock<[Weak]>([])
    let registry = try Registry {
      Route(Counters.self) {
        Service(.metrics)
      } make: {
        Counters()
      }
      Route(FixedPool.self) {
        Service(.pool)
        Scoped(to: UserSession.self)
      } make: {
        let pool = FixedPool(storage: try await DiskStorage())
        made.withLock { $0.append(Weak(object: pool)) }
        return pool
      }
      Route(WebClients.init(pool:)) {
        Service(.clients)
        Scoped(to: UserSession.self)
        Starting { _ in throw Mistake() }
      }
    }
    let session = try registry.opening(UserSession(user: "ann"))
    for _ in 0..<2 { #expect(await failure { try await session.start() } is RouteError) }
    #expect(made.withLock { $0.count == 2 && $0.allSatisfy { $0.object == nil } })
    await session.close()
  }

  private struct Weak { weak var object: AnyObject? }
}

@Suite("A dry run with started instances")
struct DryRunStartTests: RouteVocabulary {
  @Test @MainActor func `a dry run uses started instances`() async throws {
    let registry = try Registry {
      ServerModule(journal: Journal())
      Route(Counters.self) {
        Service(.metrics)
      } make: { routes in
        Counters(name: try routes(.storage).path + "/" + (try routes(Service<any NoteStore>())).name)
      }
    }
    // Without a start, what needs a started instance isn't made, and isn't a problem.
    #expect(registry.dryRun().diagnostics.allSatisfy { $0.severity == .note })
    try await registry.start()
    let found = registry.dryRun().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.code) == [.dryRunFailed])
    #expect(found.first?.description.contains("nothing provides Service<any NoteStore>") == true)
    await registry.stop()
  }
}
