import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private let userDrafts = RoutableService<any UserDrafts>(declaredProtocol: (any UserDrafts).self)
private let storage = RoutableService<any Storage>(declaredProtocol: (any Storage).self)
private let metrics = RoutableService<any Metrics>(declaredProtocol: (any Metrics).self)
private let allMetrics = RoutableServices<any Metrics>(declaredProtocol: (any Metrics).self)
private let pool = RoutableService<any Pool>(declaredProtocol: (any Pool).self)
private let clients = RoutableService<any Clients>(declaredProtocol: (any Clients).self)
private let inbox = RoutableService<any Inbox>(declaredProtocol: (any Inbox).self)

private protocol UserDrafts: AnyObject, Sendable {
  var text: String { get }
  var inbox: any Inbox { get }
}

/// An instance of a session that only the complete registry has.
private final class Drafts: UserDrafts {
  let text: String
  let inbox: any Inbox
  init(session: UserSession, inbox: any Inbox) {
    text = session.user
    self.inbox = inbox
  }
}

/// An instance of the early registry that finds the later one.
private final class Outbox: Sendable {
  let drafts = Routed(userDrafts)
}

@MainActor private final class SessionScreen {
  let user: String?
  init(session: UserSession?) { user = session?.user }
}

@Suite("Scopes of a registry that starts in stages", .timeLimit(.minutes(5)))
struct StagedScopeTests: RouteVocabulary {
  private let journal = Journal()

  private let outbox = RoutableService<Outbox>(declaredProtocol: Outbox.self)

  private func early() throws(RegistryError) -> Registry {
    try Registry(stage: .early) {
      MailModule()
      Route(Outbox.self) {
        outbox
        Scoped(to: UserSession.self)
      } make: {
        Outbox()
      }
    }
  }

  private func complete(_ early: Registry) throws(RegistryError) -> Registry {
    try early.extending {
      Route(Drafts.init(session:inbox:)) {
        userDrafts
        Scoped(to: UserSession.self)
        Identifier("drafts")
      }
      Route({ @Sendable (session: UserSession?) in Counters(name: session?.user ?? "nobody") }) {
        metrics
        Contributes(to: allMetrics)
      }
      Route(SessionScreen.init(session:)) { View<SessionScreen>(declaredProtocol: SessionScreen.self) }
    }
  }

  /// A task can close the scope after another one has found it open.
  @Test func `the completion of a closed scope is closed`() async throws {
    let early = try early()
    let complete = try complete(early)
    let session = try early.opening(UserSession(user: "ann"))
    let scope = try #require(session.scope)
    await session.close()
    // The completion's registry would close the scope at its own end.
    let completion = scope.completion(in: complete, for: session)
    withExtendedLifetime(completion) { #expect(completion.scope?.isClosed == true) }
  }

  @MainActor
  @Test func `an early registry's scope keeps an instance of the complete registry`() throws {
    let early = try early()
    let before = try early.opening(UserSession(user: "ann"))
    #expect(error { _ = try before.makeDestination(to: userDrafts) }?.code == .unregistered)
    let complete = try complete(early)
    let after = try early.opening(UserSession(user: "bob"))
    for (session, user) in [(before, "ann"), (after, "bob")] {
      let drafts = try session.makeDestination(to: userDrafts)
      #expect(drafts.text == user)
      let mail = try session.makeDestination(to: inbox)
      #expect(drafts.inbox === mail)
      let isSame = { (other: Any) in (other as AnyObject) === drafts }
      #expect(isSame(try session.makeDestination(to: userDrafts)))
      #expect(isSame(try #require(session.router(to: userDrafts)).makeDestination()))
      #expect(isSame(try session.makeService(identifier: "drafts")))
      // The early instance finds it, and so does a scope inside.
      #expect(isSame(try session.makeDestination(to: outbox).drafts.resolve()))
      let request = try session.opening(WebRequest(path: "/"))
      #expect(isSame(try request.makeDestination(to: userDrafts)))
      #expect(isSame(try request.makeDestination(to: outbox).drafts.resolve()))
      // Nothing is scoped here, but the value of the session is there.
      #expect(try session.makeDestination(to: metrics).name == user)
      #expect(try request.makeDestination(to: metrics).name == user)
      #expect(try session.makeDestinations(of: allMetrics).map(\.name) == [user])
      #expect(session.contributions(to: allMetrics).count == 1)
      #expect(session.canPrepare(SessionScreen(session: nil)))
    }
    #expect(error { _ = try early.makeDestination(to: userDrafts) }?.code == .scopeNotOpen)
    #expect(try early.makeDestination(to: metrics).name == "nobody")
    withExtendedLifetime(complete) {}
  }

  @Test func `a closed scope refuses requests that the complete registry answers`() async throws {
    let early = try early()
    let complete = try complete(early)
    let session = try early.opening(UserSession(user: "ann"))
    let unused = try early.opening(UserSession(user: "bob"))
    let router = try #require(session.router(to: userDrafts))
    weak let drafts = try router.makeDestination() as AnyObject
    #expect(drafts != nil)
    await session.close()
    await unused.close()
    for session in [session, unused] {
      #expect(error { _ = try session.makeDestination(to: userDrafts) }?.code == .scopeClosed)
      #expect(error { _ = try session.makeDestination(to: metrics) }?.code == .scopeClosed)
    }
    #expect(error { _ = try router.makeDestination() }?.code == .scopeClosed)
    #expect(drafts == nil)
    withExtendedLifetime(complete) {}
  }

  @Test func `a released scope releases the instances of the complete registry`()
    throws
  {
    let early = try early()
    let complete = try complete(early)
    weak var scope: OpenScope?
    weak var drafts: AnyObject?
    do {
      let session = try early.opening(UserSession(user: "ann"))
      scope = session.scope
      drafts = try session.makeDestination(to: userDrafts) as AnyObject
      #expect(scope != nil && drafts != nil)
    }
    #expect(scope == nil && drafts == nil)
    withExtendedLifetime(complete) {}
  }

  @Test func `concurrent first requests of a scope get one instance`() async throws {
    let early = try early()
    let complete = try complete(early)
    for _ in 0..<20 {
      let session = try early.opening(UserSession(user: "ann"))
      let found = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
        for _ in 0..<8 {
          group.addTask {
            ObjectIdentifier(try session.makeDestination(to: userDrafts) as AnyObject)
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(found.count == 1)
      await session.close()
    }
    withExtendedLifetime(complete) {}
  }

  // MARK: - An extension of a scope

  /// Returns a session of a new early registry, and the session's complete extension.
  private func extendedSession() throws -> (session: Registry, extended: Registry) {
    let session = try early().opening(UserSession(user: "ann"))
    return (session, try complete(session))
  }

  @Test(arguments: [false, true])
  func `an early scope and its extension share the added instances`(isFirst: Bool) throws {
    let (session, extended) = try extendedSession()
    if isFirst { _ = try session.makeDestination(to: userDrafts) }
    let drafts = try extended.makeDestination(to: userDrafts)
    #expect(try session.makeDestination(to: userDrafts) === drafts)
    #expect(try session.makeDestination(to: outbox).drafts.resolve() === drafts)
    #expect(try extended.makeDestination(to: outbox) === session.makeDestination(to: outbox))
    #expect(try extended.makeDestination(to: inbox) === drafts.inbox)
    let requests = try [session, extended].map { try $0.opening(WebRequest(path: "/")) }
    for request in requests { #expect(try request.makeDestination(to: userDrafts) === drafts) }
  }

  @Test func `an early scope and its extension share the instances of a scope around them`() throws {
    let session = try early().opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let extended = try complete(request)
    let drafts = try extended.makeDestination(to: userDrafts)
    #expect(try request.makeDestination(to: userDrafts) === drafts)
    #expect(try session.makeDestination(to: userDrafts) === drafts)
    #expect(extended.scope(WebRequest.self)?.path == "/")
  }

  @Test func `an extension keeps its early scope open, and closes with it`() async throws {
    let extended = try extendedSession().extended
    weak let scope = extended.scope
    weak let drafts = try extended.makeDestination(to: userDrafts)
    #expect(drafts?.text == "ann")
    await extended.close()
    #expect(error { _ = try extended.makeDestination(to: userDrafts) }?.code == .scopeClosed)
    #expect(scope != nil && drafts == nil)
  }

  @Test func `an early scope keeps the instances of a released extension`() throws {
    weak var scope: OpenScope?
    weak var drafts: (any UserDrafts)?
    do {
      var (session, extended): (Registry, Registry?) = try extendedSession()
      drafts = try extended?.makeDestination(to: userDrafts)
      scope = extended?.scope
      extended = nil
      #expect(try session.makeDestination(to: userDrafts) === drafts)
      session = try early()
    }
    #expect(scope == nil && drafts == nil)
  }

  @Test func `a released extension of an early scope releases everything`() throws {
    weak var scope: OpenScope?
    weak var drafts: (any UserDrafts)?
    do {
      let extended = try extendedSession().extended
      drafts = try extended.makeDestination(to: userDrafts)
      scope = extended.scope
      #expect(scope != nil && drafts != nil)
    }
    #expect(scope == nil && drafts == nil)
  }

  @Test func `a second extension of an early scope has its own instances`() throws {
    let (session, first) = try extendedSession()
    let second = try complete(session)
    let drafts = try session.makeDestination(to: userDrafts)
    #expect(try first.makeDestination(to: userDrafts) === drafts)
    #expect(try second.makeDestination(to: userDrafts) !== drafts)
  }

  /// Of two threads that extend an early scope at the same time, only one completes the early registry.
  @Test func `the scope of one extension isn't that of another`() throws {
    let early = try early()
    let session = try early.opening(UserSession(user: "ann"))
    for extended in [try complete(early), try complete(early)] {
      let completed = try #require(session.completed(by: extended))
      #expect(completed.image === extended.image && completed.scope(UserSession.self)?.user == "ann")
    }
  }

  @Test(arguments: [false, true])
  func `an early scope and its extension start the same instances`(isByExtension: Bool) async throws {
    let early = try Registry(stage: .early) { MailModule() }
    let session = try early.opening(UserSession(user: "ann"))
    let extended = try session.extending {
      Route(DiskStorage.init) {
        storage
        Singleton()
        Starting { [journal] _ in journal.write("start storage") }
        Stopping { [journal] _ in journal.write("stop storage") }
      }
      Route({ @Sendable (storage: any Storage) in FixedPool(storage: storage) }) {
        pool
        Scoped(to: UserSession.self)
        Starting { [journal] _ in journal.write("start pool") }
        Stopping { [journal] _ in journal.write("stop pool") }
      }
    }
    try await (isByExtension ? extended : session).start()
    #expect(try session.makeDestination(to: pool) === extended.makeDestination(to: pool))
    try await (isByExtension ? session : extended).start()
    #expect(journal.all == ["start storage", "start pool"])
    await session.close()
    #expect(journal.all == ["start storage", "start pool", "stop pool", "stop storage"])
  }

  // MARK: - Starting

  /// An early registry whose sessions have a pool, and the complete one, whose sessions also have clients.
  private func servers() throws(RegistryError) -> (early: Registry, complete: Registry) {
    let early = try Registry(stage: .early) {
      Route(FixedPool.self) {
        pool
        Scoped(to: UserSession.self)
        Stopping { [journal] _ in journal.write("stop pool") }
      } make: {
        FixedPool(storage: try await DiskStorage())
      }
    }
    let complete = try early.extending {
      Route(WebClients.init(pool:)) {
        clients
        Scoped(to: UserSession.self)
        Stopping { [journal] _ in journal.write("stop clients") }
      }
    }
    return (early, complete)
  }

  @Test(arguments: [false, true])
  func `a scope starts and stops the complete registry's instances`(isStopped: Bool) async throws {
    let (early, complete) = try servers()
    let session = try early.opening(UserSession(user: "ann"))
    try await session.start()
    #expect(
      try session.makeDestination(to: clients).pool
        === session.makeDestination(to: pool))
    if isStopped {
      await session.stop()
      #expect(journal.all == ["stop clients", "stop pool"])
      #expect(error { _ = try session.makeDestination(to: clients) }?.code == .notStarted)
    }
    await session.close()
    #expect(journal.all == ["stop clients", "stop pool"])
    withExtendedLifetime(complete) {}
  }

  @Test func `a scope started early starts and stops the added instances`() async throws {
    let early = try Registry(stage: .early) { MailModule() }
    let session = try early.opening(UserSession(user: "ann"))
    try await session.start()
    let complete = try early.extending {
      Route(DiskStorage.init) {
        storage
        Scoped(to: UserSession.self)
        Stopping { [journal] _ in journal.write("stop storage") }
      }
    }
    #expect(error { _ = try session.makeDestination(to: storage) }?.code == .notStarted)
    try await session.run { _ = try session.makeDestination(to: storage) }
    #expect(journal.all == ["stop storage"])
    try await early.withScope(UserSession(user: "bob")) {
      _ = try Registry.current.makeDestination(to: storage)
    }
    #expect(journal.all == ["stop storage", "stop storage"])
    withExtendedLifetime(complete) {}
  }

  /// The complete registry isn't part of the scope.
  @Test func `closing a scope leaves the complete registry started`() async throws {
    let (early, complete) = try servers()
    let later = try Registry(stage: .early) { MailModule() }
    let started = try later.extending {
      Route(DiskStorage.init) {
        storage
        Singleton()
        Stopping { [journal] _ in journal.write("stop storage") }
      }
      Route(Drafts.init(session:inbox:)) {
        userDrafts
        Scoped(to: UserSession.self)
      }
    }
    try await started.start()
    let session = try later.opening(UserSession(user: "ann"))
    _ = try session.makeDestination(to: userDrafts)
    _ = try session.makeDestination(to: storage)
    await session.close()
    #expect(journal.all.isEmpty)
    _ = try later.makeDestination(to: storage)
    await started.stop()
    #expect(journal.all == ["stop storage"])
    withExtendedLifetime((early, complete)) {}
  }
}
