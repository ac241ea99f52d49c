import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct Job: RouteScope { typealias Outer = Visit }

/// A way for scopes of an application to end.
private struct Ending: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The outcomes that the stopping work gets, in order.
  let outcomes: [String]
  /// The error that the ending throws: the code, or the text of another error.
  let error: String?
  let end: @Sendable (_ application: Registry, Journal) async throws -> Void

  init(
    _ description: String, _ outcomes: [String], throws error: String? = nil,
    end: @escaping @Sendable (Registry, Journal) async throws -> Void
  ) {
    (testDescription, self.outcomes, self.error, self.end) = (description, outcomes, error, end)
  }

  private static let visit = Visit(path: "/")

  static let all: [Ending] = [
    Ending("withScope", ["visit: finished"]) { application, _ in try await application.withScope(visit) {} },
    Ending("run of the root", ["root: finished"]) { _, journal in try await root(journal).run {} },
    Ending("failing run of the root", ["root: disk full"], throws: "disk full") { _, journal in
      try await root(journal).run { throw Mistake() }
    },
    Ending("failing run of an extension", ["root: disk full"], throws: "disk full") { _, journal in
      let page = live(Page.init(profile:), .visitorPage, .eager)
      try await root(journal).extending { page }.run { throw Mistake() }
    },
    Ending("failing start of an extension", ["root: startFailed"], throws: "startFailed") { _, journal in
      try await root(journal).extending { failingPage(in: RootScope.self) }.run {}
    },
    Ending("failing start of the scope", ["visit: startFailed"], throws: "startFailed") { application, _ in
      try await application.extending { failingPage(in: Visit.self) }.withScope(visit) {}
    },
    Ending("failing withScope", ["visit: disk full"], throws: "disk full") { application, _ in
      try await application.withScope(visit) { throw Mistake() }
    },
    Ending("closing", ["visit: finished"]) { application, _ in
      let registry = try application.opening(visit)
      let number = try await registry.closing { try Registry.current(.visitorProfile).number }
      #expect(number == 1)
    },
    Ending("failing closing", ["visit: disk full"], throws: "disk full") { application, _ in
      let registry = try application.opening(visit)
      await #expect(throws: Mistake.self) { try await registry.closing { throw Mistake() } }
      #expect(await routeFailure { try await registry.closing {} }?.code == .scopeClosed)
      throw Mistake()
    },
    Ending("stop", ["visit: finished"]) { application, _ in
      let registry = try application.opening(visit)
      try await registry.start()
      await registry.stop()
    },
    Ending("close", ["visit: finished"]) { application, _ in
      let registry = try application.opening(visit)
      try await registry.start()
      await registry.close()
    },
    Ending("closing of the root, which stays open", ["visit: finished"]) { application, _ in
      let isSame = try await application.closing { Registry.current === application }
      #expect(isSame)
      await application.close()
      try await application.withScope(visit) {}
    },
    // The instances get a failure, so neither operation reports a success.
    Ending("operation beside another one", ["visit: scopeClosed"], throws: "scopeClosed") { application, _ in
      try await application.withScope(visit) {
        #expect(await routeFailure { try await Registry.current.closing {} }?.code == .scopeClosed)
      }
    },
    Ending("failure of the outer scope", ["visit: disk full", "login: disk full"], throws: "disk full") {
      application, _ in
      let login = try application.opening(Login(user: "ann"))
      let inner = try login.opening(visit)
      try await login.closing {
        try await inner.start()
        throw Mistake()
      }
    },
    Ending("close of the outer scope", ["visit: scopeClosed", "login: finished"], throws: "scopeClosed") {
      application, _ in
      let login = try application.opening(Login(user: "ann"))
      try await login.start()
      try await login.withScope(visit) { await login.close() }
    },
    Ending(
      "close of the outer scope in its operation", ["visit: scopeClosed", "login: scopeClosed"],
      throws: "scopeClosed"
    ) { application, _ in
      let login = try application.opening(Login(user: "ann"))
      let inner = try login.opening(visit)
      try await login.closing {
        try await inner.start()
        await login.close()
      }
    },
    Ending("operation of an extension", ["page: finished", "visit: finished"]) { application, journal in
      try await extended(application, journal).closing {}
    },
    Ending("operation of an extension without instances", ["visit: finished"]) { application, _ in
      try await application.opening(visit).extending {}.closing { _ = try Registry.current(.visitorProfile) }
    },
    Ending(
      "failing operation of an extension", ["page: disk full", "visit: disk full"], throws: "disk full"
    ) { application, journal in
      try await extended(application, journal).closing { throw Mistake() }
    },
    Ending("close of an extension", ["page: scopeClosed", "visit: scopeClosed"], throws: "scopeClosed") {
      application, journal in
      let extended = try extended(application, journal)
      try await extended.closing { await extended.close() }
    },
    Ending(
      "instance in the root from an extension", ["time: disk full", "visit: disk full"], throws: "disk full"
    ) { application, journal in
      let extended = try application.opening(visit).extending {
        live(
          { SystemTime() }, RoutableService<any TimeSource>(), .eager, outcome: journal.outcome(of: "time"))
      }
      try await extended.closing { throw Mistake() }
    },
  ]

  /// Returns a registry that keeps a profile in the root.
  private static func root(_ journal: Journal) throws -> Registry {
    try Registry {
      live({ VisitorProfile(number: 1) }, .visitorProfile, .eager, outcome: journal.outcome(of: "root"))
    }
  }

  private static func failingPage(in scope: any RouteScope.Type) -> Route {
    live(Page.init(profile:), .visitorPage, in: scope, starting: { _ in throw Mistake() })
  }

  /// Returns an extension of a visit's registry that adds an instance to the visit.
  private static func extended(_ application: Registry, _ journal: Journal) throws -> Registry {
    try application.opening(visit).extending {
      live(
        Page.init(profile:), .visitorPage, .eager, in: Visit.self, outcome: journal.outcome(of: "page"))
    }
  }
}

@Suite("The outcome of a scope", .timeLimit(.minutes(5)))
struct ScopeOutcomeTests: RouteVocabulary {
  private let journal = Journal()

  private func profile(in scope: any RouteScope.Type, isFailing: Bool = false) -> Route {
    live(
      { VisitorProfile(number: 1) }, .visitorProfile, .eager, in: scope,
      outcome: journal.outcome(of: "visit", isFailing: isFailing))
  }

  private func application(failingStop: Bool = false) throws(RegistryError) -> Registry {
    try Registry {
      profile(in: Visit.self, isFailing: failingStop)
      live(
        Basket.init(login:), .visitorBasket, .eager, in: Login.self, outcome: journal.outcome(of: "login"))
    }
  }

  @Test(arguments: Ending.all)
  fileprivate func `stopping work gets the outcome of the scope`(_ ending: Ending) async throws {
    let application = try application()
    let found = await failure { try await ending.end(application, journal) }
    #expect(found.map { ($0 as? RouteError)?.code.description ?? "\($0)" } == ending.error)
    #expect(journal.all == ending.outcomes)
  }

  @Test func `a failed commit fails the operation`() async throws {
    let failing = try application(failingStop: true)
    let found = await routeFailure { try await failing.withScope(Visit(path: "/")) {} }
    #expect(found?.code == .stopFailed)
    let closing = await routeFailure { try await failing.opening(Visit(path: "/")).closing {} }
    #expect(closing?.underlying as? Mistake == Mistake())
  }

  @Test func `a failed commit of an inner scope, or of an extension, fails the operation`() async throws {
    func archive(in scope: any RouteScope.Type) -> Route {
      live({ FileArchive() }, .archive, in: scope, stopping: { _ in throw Mistake() })
    }
    let application = try Registry { archive(in: Job.self) }
    // A scope that nothing retains ends without stopping its instances.
    let kept = Lock<Registry?>(nil)
    let around = await routeFailure {
      try await application.withScope(Visit(path: "/")) {
        let job = try Registry.current.opening(Job())
        _ = try job(.archive)
        kept.withLock { $0 = job }
      }
    }
    let part = try Registry {}.opening(Visit(path: "/")).extending { archive(in: Visit.self) }
    let closing = await routeFailure { try await part.closing { _ = try Registry.current(.archive) } }
    for found in [around, closing] {
      #expect(found?.code == .stopFailed && found?.underlying as? Mistake == Mistake())
    }
  }

  enum Interruption: CaseIterable { case cancellation, cancellationInScope, close }

  /// An eager instance without a start of its own isn't part of the start.
  @Test(arguments: Interruption.allCases, [false, true])
  func `the reason for the end of a start is the outcome of its instances`(
    _ reason: Interruption, isEager: Bool
  ) async throws {
    let pause = Pause()
    let scope: any RouteScope.Type = reason == .cancellation ? RootScope.self : Visit.self
    let registry = try Registry {
      if isEager {
        profile(in: scope)
      } else {
        live(
          { () async throws -> VisitorProfile in VisitorProfile(number: 1) }, .visitorProfile, in: scope,
          outcome: journal.outcome(of: "visit"))
      }
      live(
        Page.init(profile:), .visitorPage, in: scope,
        starting: { _ in try await pause.takeUntilCanceled() })
    }
    let used = reason == .close ? try registry.opening(Visit(path: "/")) : registry
    let task = Task {
      switch reason {
      case .cancellation: try await used.run {}
      case .cancellationInScope: try await used.withScope(Visit(path: "/")) {}
      case .close: try await used.start()
      }
    }
    await pause.begins()
    if reason == .close { await used.close() } else { task.cancel() }
    let found = await failure { try await task.value }
    #expect((found as? RouteError)?.code == (reason == .close ? .scopeClosed : nil))
    #expect(found is CancellationError || reason == .close)
    let closed = isEager ? "visit: finished" : "visit: scopeClosed"
    #expect(journal.all == [reason == .close ? closed : "visit: CancellationError()"])
  }

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
}
