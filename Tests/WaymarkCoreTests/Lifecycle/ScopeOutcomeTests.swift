import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("The outcome of a scope", .timeLimit(.minutes(5)))
struct ScopeOutcomeTests: RouteVocabulary {
  private let journal = Journal()

  private func profile(in scope: any RouteScope.Type, isFailing: Bool = false) -> Route {
    Route({ VisitorProfile(number: 1) }) {
      Service(.visitorProfile)
      Scoped(to: scope)
      Eager()
      journal.outcome(of: "visit", isFailing: isFailing)
    }
  }

  private func application(failingStop: Bool = false) throws(RegistryError) -> Registry {
    try Registry {
      profile(in: Visit.self, isFailing: failingStop)
      Route(Basket.init(login:)) {
        Service(.visitorBasket)
        Scoped(to: Login.self)
        Eager()
        journal.outcome(of: "login")
      }
    }
  }

  private func visit() throws -> Registry { try application().opening(Visit(path: "/")) }

  @Test func `withScope, closing, and run pass the operation's outcome to stopping work`() async throws {
    let application = try application()
    try await application.withScope(Visit(path: "/")) {}
    await #expect(throws: Mistake.self) {
      try await application.withScope(Visit(path: "/")) { throw Mistake(description: "no money") }
    }
    #expect(try await visit().closing { try Registry.current(.visitorProfile).number } == 1)
    let failing = try visit()
    await #expect(throws: Mistake.self) { try await failing.closing { throw Mistake() } }
    let outcomes = ["visit: finished", "visit: no money", "visit: finished", "visit: disk full"]
    #expect(journal.all == outcomes)
    #expect(await routeFailure { try await failing.closing {} }?.code == .scopeClosed)
    journal.clear()
    for fails in [false, true] {
      let registry = try Registry { profile(in: RootScope.self) }
      _ = await failure { try await registry.run { if fails { throw Mistake() } } }
    }
    #expect(journal.all == ["visit: finished", "visit: disk full"])
  }

  /// The instances get a failure, so neither operation reports a success.
  @Test func `an operation beside another one of its scope fails`() async throws {
    let outer = await routeFailure {
      try await application().withScope(Visit(path: "/")) { [journal] in
        let inner = await routeFailure { try await Registry.current.closing {} }
        #expect(inner?.code == .scopeClosed)
        #expect(
          journal.all.count == 1 && journal.all[0].hasPrefix("visit: ") && journal.all != ["visit: finished"])
      }
    }
    #expect(outer?.code == .scopeClosed)
  }

  @Test func `stopping or closing without an operation is a success`() async throws {
    for stops in [true, false] {
      let visit = try visit()
      try await visit.start()
      if stops { await visit.stop() } else { await visit.close() }
    }
    #expect(journal.all == ["visit: finished", "visit: finished"])
  }

  @Test func `an inner scope gets the error of its failing outer scope`() async throws {
    let login = try application().opening(Login(user: "ann"))
    let visit = try login.opening(Visit(path: "/"))
    await #expect(throws: Mistake.self) {
      try await login.closing {
        try await visit.start()
        throw Mistake()
      }
    }
    #expect(journal.all == ["visit: disk full", "login: disk full"])
  }

  @Test func `closing an outer scope is a failure of its inner scope`() async throws {
    let login = try application().opening(Login(user: "ann"))
    try await login.start()
    let found = await routeFailure { try await login.withScope(Visit(path: "/")) { await login.close() } }
    #expect(found?.message == "the Login around the Visit of this registry was closed")
    #expect(journal.all == ["visit: scopeClosed", "login: finished"])
  }

  @Test func `closing an outer scope during its operation is a failure of its inner scope`() async throws {
    let login = try application().opening(Login(user: "ann"))
    let visit = try login.opening(Visit(path: "/"))
    let found = await routeFailure {
      try await login.closing {
        try await visit.start()
        await login.close()
      }
    }
    #expect(found?.code == .scopeClosed)
    #expect(journal.all == ["visit: scopeClosed", "login: scopeClosed"])
  }

  @Test func `a failing start stops instances with its error`() async throws {
    let registry = try Registry {
      profile(in: Visit.self)
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        Scoped(to: Visit.self)
        Starting { _ in throw Mistake() }
      }
    }
    #expect(await routeFailure { try await registry.withScope(Visit(path: "/")) {} }?.code == .startFailed)
    #expect(journal.all == ["visit: startFailed"])
  }

  @Test func `a failed commit fails the operation`() async throws {
    let application = try application(failingStop: true)
    let found = await routeFailure { try await application.withScope(Visit(path: "/")) {} }
    #expect(found?.code == .stopFailed)
    let closing = await routeFailure { try await application.opening(Visit(path: "/")).closing {} }
    #expect(closing?.underlying as? Mistake == Mistake())
  }

  @Test(arguments: [false, true])
  func `the cancellation of a start is the outcome of its instances`(isScope: Bool) async throws {
    let started = Gate()
    let scope: any RouteScope.Type = isScope ? Visit.self : RootScope.self
    let registry = try Registry {
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        Scoped(to: scope)
        Eager()
        Starting { _ in started.open() }
        journal.outcome(of: "visit")
      }
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        Scoped(to: scope)
        Eager()
        Starting { _ in try await Task.sleep(for: .seconds(600)) }
      }
    }
    let task = Task {
      try await isScope ? registry.withScope(Visit(path: "/")) {} : registry.run {}
    }
    await started.pass()
    task.cancel()
    #expect(await failure { try await task.value } is CancellationError)
    #expect(journal.all == ["visit: CancellationError()"])
  }

  private struct Weak { weak var object: AnyObject? }

  @Test func `the end of a scope releases its instances first`() async throws {
    let application = try application()
    let alive = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var alive = 0
          for _ in 0..<500 {
            let profile = try await application.withScope(Visit(path: "/")) {
              Weak(object: try Registry.current(.visitorProfile))
            }
            if profile.object != nil { alive += 1 }
          }
          return alive
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(alive == 0)
  }

  @Test func `closing a root leaves it open`() async throws {
    let registry = try application()
    #expect(try await registry.closing { Registry.current === registry })
    try await registry.withScope(Visit(path: "/")) {}
    #expect(journal.all == ["visit: finished"])
  }

  // MARK: - Extensions

  /// Returns an extension of a scope's registry that adds an instance to the scope.
  private func extended(_ visit: Registry) throws(RegistryError) -> Registry {
    try visit.extending {
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        Scoped(to: Visit.self)
        Eager()
        journal.outcome(of: "page")
      }
    }
  }

  @Test func `closing an extension's scope during the operation is a failure of its base`() async throws {
    let extended = try extended(visit())
    let found = await routeFailure { try await extended.closing { await extended.close() } }
    #expect(found?.code == .scopeClosed)
    #expect(journal.all == ["page: scopeClosed", "visit: scopeClosed"])
  }

  @Test func `the operation of an extension's scope passes its outcome to all parts`() async throws {
    let extended = try [visit(), visit()].map { try self.extended($0) }
    try await extended[0].closing {}
    await #expect(throws: Mistake.self) { try await extended[1].closing { throw Mistake() } }
    #expect(journal.all == ["page: finished", "visit: finished", "page: disk full", "visit: disk full"])
  }

  @Test(arguments: [false, true])
  func `a base gets the outcome of its extension`(failsToStart: Bool) async throws {
    let base = try Registry {
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
        journal.outcome(of: "base")
      }
    }
    let registry = try base.extending {
      live(Page.init(profile:), .visitorPage, starting: { _ in if failsToStart { throw Mistake() } })
    }
    _ = await failure { try await registry.run { throw Mistake() } }
    #expect(journal.all.count == 1 && journal.all != ["base: finished"])
  }

  @Test func `an instance in the root from a scope's extension gets the scope's outcome`() async throws {
    let extended = try visit().extending {
      Route({ SystemTime() }) {
        Service<any TimeSource>()
        Singleton()
        Eager()
        journal.outcome(of: "time")
      }
    }
    await #expect(throws: Mistake.self) { try await extended.closing { throw Mistake() } }
    #expect(journal.all == ["time: disk full", "visit: disk full"])
  }
}
