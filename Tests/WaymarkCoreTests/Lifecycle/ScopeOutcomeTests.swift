import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("The outcome of a scope", .timeLimit(.minutes(5)))
struct ScopeOutcomeTests: RouteVocabulary {
  private let journal = Journal()

  private func application(failingStop: Bool = false) throws(RegistryError) -> Registry {
    try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Scoped(to: Visit.self)
        Eager()
        Stopping { [journal] _, outcome in
          switch outcome {
          case .finished: journal.write("commit")
          case .failed(let error as RouteError): journal.write("rollback: \(error.code)")
          case .failed(let error): journal.write("rollback: \(error)")
          }
          if failingStop { throw Mistake() }
        }
      } make: {
        VisitorProfile(number: 1)
      }
      Route(Basket.init(login:)) {
        Service(.visitorBasket)
        Scoped(to: Login.self)
        Eager()
        Stopping { [journal] _, outcome in
          if case .finished = outcome { journal.write("save") } else { journal.write("discard") }
        }
      }
    }
  }

  @Test func `withScope passes the operation's outcome to stopping work`() async throws {
    let application = try application()
    try await application.withScope(Visit(path: "/")) {}
    await #expect(throws: Mistake.self) {
      try await application.withScope(Visit(path: "/")) { throw Mistake(description: "no money") }
    }
    #expect(journal.all == ["commit", "rollback: no money"])
  }

  @Test func `closing passes the operation's outcome to stopping work`() async throws {
    let application = try application()
    let number = try await application.opening(Visit(path: "/")).closing {
      try Registry.current(.visitorProfile).number
    }
    #expect(number == 1)
    let failing = try application.opening(Visit(path: "/"))
    await #expect(throws: Mistake.self) { try await failing.closing { throw Mistake() } }
    #expect(journal.all == ["commit", "rollback: disk full"])
    #expect(await routeFailure { try await failing.closing {} }?.code == .scopeClosed)
  }

  @Test func `stopping or closing without an operation is a success`() async throws {
    for stops in [true, false] {
      let visit = try application().opening(Visit(path: "/"))
      try await visit.start()
      if stops { await visit.stop() } else { await visit.close() }
    }
    #expect(journal.all == ["commit", "commit"])
  }

  @Test func `closing a scope during its operation is a failure`() async throws {
    let visit = try application().opening(Visit(path: "/"))
    #expect(await routeFailure { try await visit.closing { await visit.close() } }?.code == .scopeClosed)
    #expect(journal.all == ["rollback: scopeClosed"])
  }

  @Test func `an inner scope gets the error of its failing outer scope`() async throws {
    let application = try application()
    let login = try application.opening(Login(user: "ann"))
    let visit = try login.opening(Visit(path: "/"))
    await #expect(throws: Mistake.self) {
      try await login.closing {
        try await visit.start()
        throw Mistake()
      }
    }
    #expect(journal.all == ["rollback: disk full", "discard"])
  }

  @Test func `closing an outer scope is a failure of its inner scope`() async throws {
    let login = try application().opening(Login(user: "ann"))
    try await login.start()
    let found = await routeFailure { try await login.withScope(Visit(path: "/")) { await login.close() } }
    #expect(found?.message == "the Login around the Visit of this registry was closed")
    #expect(journal.all == ["rollback: scopeClosed", "save"])
  }

  @Test func `run passes the outcome to stopping work`() async throws {
    func registry() throws(RegistryError) -> Registry {
      try Registry { outcomes }
    }
    @RoutesBuilder var outcomes: Routes {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Eager()
        Stopping { [journal] _, outcome in
          if case .failed(let error) = outcome {
            journal.write("\(error)")
          } else {
            journal.write("finished")
          }
        }
      } make: {
        VisitorProfile(number: 1)
      }
    }
    try await registry().run {}
    await #expect(throws: Mistake.self) { try await registry().run { throw Mistake() } }
    #expect(journal.all == ["finished", "disk full"])
  }

  @Test func `a failing start stops instances with its error`() async throws {
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Scoped(to: Visit.self)
        Eager()
        Stopping { [journal] _, outcome in
          if case .failed(let error) = outcome {
            journal.write("\((error as? RouteError)?.code.description ?? "")")
          }
        }
      } make: {
        VisitorProfile(number: 1)
      }
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        Scoped(to: Visit.self)
        Starting { _ in throw Mistake() }
      }
    }
    #expect(await routeFailure { try await registry.withScope(Visit(path: "/")) {} }?.code == .startFailed)
    #expect(journal.all == ["startFailed"])
  }

  @Test func `a failed commit fails the operation`() async throws {
    let application = try application(failingStop: true)
    let found = await routeFailure { try await application.withScope(Visit(path: "/")) {} }
    #expect(found?.code == .stopFailed)
    let closing = await routeFailure { try await application.opening(Visit(path: "/")).closing {} }
    #expect(closing?.underlying as? Mistake == Mistake())
  }

  @Test func `closing a root leaves it open`() async throws {
    let registry = try application()
    #expect(try await registry.closing { Registry.current === registry })
    try await registry.withScope(Visit(path: "/")) {}
    #expect(journal.all == ["commit"])
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
    #expect(journal.all == ["rollback: scopeClosed", "discard"])
  }

  /// Returns an extension of a scope's registry that adds an instance to the scope.
  private func extended(_ visit: Registry) throws(RegistryError) -> Registry {
    try visit.extending {
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        Scoped(to: Visit.self)
        Eager()
        Stopping { [journal] _, outcome in
          if case .finished = outcome { journal.write("print") } else { journal.write("throw away") }
        }
      }
    }
  }

  @Test func `closing an extension's scope during the operation is a failure of its base`() async throws {
    let extended = try extended(try application().opening(Visit(path: "/")))
    let found = await routeFailure { try await extended.closing { await extended.close() } }
    #expect(found?.code == .scopeClosed)
    #expect(journal.all == ["throw away", "rollback: scopeClosed"])
  }

  @Test func `the operation of an extension's scope passes its outcome to all parts`() async throws {
    let application = try application()
    let extended = try [Visit(path: "/"), Visit(path: "/")].map { try self.extended(application.opening($0)) }
    try await extended[0].closing {}
    await #expect(throws: Mistake.self) { try await extended[1].closing { throw Mistake() } }
    #expect(journal.all == ["print", "commit", "throw away", "rollback: disk full"])
  }

  @Test(arguments: [false, true])
  func `a base gets the outcome of its extension`(failsToStart: Bool) async throws {
    let base = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
        Stopping { [journal] _, outcome in
          if case .failed = outcome { journal.write("failed") } else { journal.write("finished") }
        }
      } make: {
        VisitorProfile(number: 1)
      }
    }
    let registry = try base.extending {
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        Singleton()
        Starting { _ in if failsToStart { throw Mistake() } }
      }
    }
    _ = await failure { try await registry.run { throw Mistake() } }
    #expect(journal.all == ["failed"])
  }

  @Test func `what an extension of a scope adds to the root gets the outcome of the scope`() async throws {
    let extended = try application().opening(Visit(path: "/")).extending {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Singleton()
        Eager()
        Stopping { [journal] _, outcome in
          if case .failed = outcome { journal.write("failed") } else { journal.write("finished") }
        }
      }
    }
    await #expect(throws: Mistake.self) { try await extended.closing { throw Mistake() } }
    #expect(journal.all == ["failed", "rollback: disk full"])
  }

  @Test func `an outer scope waits for an inner scope that is closing`() async throws {
    let (begun, end) = (Gate(), Gate())
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Scoped(to: Visit.self)
        Stopping { [journal] _ in
          begun.open()
          await end.pass()
          journal.write("visit")
        }
      } make: {
        VisitorProfile(number: 1)
      }
    }
    let login = try registry.opening(Login(user: "ann"))
    let visit = try login.opening(Visit(path: "/"))
    _ = try visit(.visitorProfile)
    let closings = [Task { await visit.close() }]
    await begun.pass()
    let others = [
      Task { [journal] in
        await visit.close()
        journal.write("second")
      },
      Task { [journal] in
        await login.close()
        journal.write("login")
      },
    ]
    while login.scope?.isOpen == true { await Task.yield() }
    #expect(journal.all == [])
    end.open()
    for task in closings + others { await task.value }
    #expect(journal.all.first == "visit")
    #expect(Set(journal.all) == ["visit", "second", "login"])
  }
}
