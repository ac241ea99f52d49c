import SharedFixtures
import Testing
import WaymarkCore

/// A store that requests from two scopes.
private final class Shelves: RequiredStore {
  let name = "shelves"
  let inbox = Routed(.inbox)
  let archive = Routed(.archive)
}
private final class TimedStore: RequiredStore {
  let name = "timed"
  let time: Routed<RoutableService<any TimeSource>, (any TimeSource)?> = Routed(.time)
}
private struct Aside: RouteScope {}
private final class UnownedInbox: Inbox {
  let user = "nobody"
  let archive: any MailArchive = FileArchive()
  init() {}
}
private struct SessionCheck: HealthCheck {
  let name: String
  init(session: UserSession) { name = session.user }
}
private struct LoginCheck: HealthCheck {
  let name: String
  init(login: Login) { name = login.user }
}
private struct Ordering: RouteScope {}
private struct OrderWindow: RouteScope { typealias Outer = Ordering? }

@Suite("Rule: an instance kept longer than a scope doesn't need the scope")
struct ScopeRuleTests: RouteVocabulary {
  @Test func `a weakly shared instance can't need a scope through a transient route`() {
    let text = problems {
      Route(FileArchive.init) { Service(.archive) }
      Route(SessionInbox.init(archive:session:)) { Service(.inbox) }
      Route({ (_: any Inbox) in MemoryStore() }) {
        Service(.notes)
        WeaklyShared()
      }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 3: error: MemoryStore is WeaklyShared() and needs the value of UserSession: it is kept longer than the scope [captive-scope]
            MemoryStore → SessionInbox → UserSession
            line + 3: Route(MemoryStore) needs any Inbox (parameter 1), which Route(SessionInbox) makes
            line + 2: Route(SessionInbox) needs UserSession (parameter 2), the value of a scope
            To fix: add Scoped(to: UserSession.self) to Route(MemoryStore)
                or: let its callers pass the values of the scope
                or: request Registry.current.scope(UserSession.self) where it is used, while a UserSession is open
        """)
  }

  @Test func `a scoped instance can't need an unrelated scope`() {
    let text = problems {
      Route(FileArchive.init) { Service(.archive) }
      scoped(SessionInbox.init(archive:session:), Service(.inbox), to: AppWindow.self)
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 2: error: SessionInbox is Scoped(to: AppWindow.self) and needs UserSession, but neither of the two scopes is inside the other [unrelated-scopes]
            SessionInbox → UserSession
            line + 2: Route(SessionInbox) needs UserSession (parameter 2), the value of a scope
            To fix: open AppWindow inside UserSession, with typealias Outer = UserSession in AppWindow
                or: divide the route
        """)
  }

  @Test func `a kept route that needs the outer scope's value is an error`() {
    let text = problems {
      scoped({ (_: Login, _: Visit) in SystemTime() }, Service(.time), to: Visit.self)
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 1: error: SystemTime needs Visit and Login, but a Visit can be open without a Login [captive-scope]
            SystemTime → Login
            line + 1: Route(SystemTime) needs Login (parameter 1), the value of a scope
            To fix: take Login? as a parameter
                or: write typealias Outer = Login in Visit
        """)
  }

  /// Parameters, routers, properties, requirements, adapters, and decorators are in ``RandomScopesTests``.
  private static let cases = [
    RuleCase("an instance kept by key", "captive-scope", paths: "ChatRoom → SystemTime → UserSession") {
      Route({ (_: UserSession) in SystemTime() }) { Service<any TimeSource>() }
      rooms()
    },
    RuleCase(
      "the remedy requests the token that a scoped route's decorator wraps", "line + 9 captive-scope",
      says: "line + 7: Route(SystemTime) is Scoped(to: UserSession.self)",
      "needs SystemTime, which is Scoped(to: UserSession.self)",
      "request Registry.current(.time) where it is used",
      paths: "MemoryStore → the decorator of any TimeSource"
    ) {
      scoped({ SystemTime() }, .time)
      Decorates(.time) { LaterTime(inner: $0, by: 1) }
      kept({ (_: any TimeSource) in MemoryStore() }, .notes)
    },
    RuleCase("an optional collection with scoped contributions", "captive-scope") {
      scopedCheck()
      kept({ (_: [any HealthCheck]?) in MemoryStore() }, .notes)
    },
    // Values that are always nil
    RuleCase(
      "a singleton with an optional value of a scope", "captive-scope",
      says:
        "warning: MemoryStore is Singleton() and takes UserSession?, which is always nil: no registry that makes",
      "To fix: remove Singleton() from Route(MemoryStore)\n",
      "add Scoped(to: UserSession.self) to Route(MemoryStore) in place of Singleton()"
    ) {
      kept({ (_: UserSession?) in MemoryStore() }, .notes)
    },
    RuleCase("a singleton with the optional value of a scope's type that a route provides") {
      kept({ UserSession(user: "ann") }, RoutableService<UserSession>(declaredProtocol: UserSession.self))
      kept({ (_: UserSession?) in MemoryStore() }, .notes)
    },
    // Outer scopes that may be missing
    RuleCase(
      "each name has its own article", "captive-scope",
      says: "needs OrderWindow and Ordering, but an OrderWindow can be open without an"
    ) {
      Route({ (_: Ordering, _: OrderWindow) in SystemTime() }) { Service(.time) }
    },
    // An optional array isn't nil, because routes contribute to it.
    RuleCase(
      "a collection of the outer scope", "captive-scope",
      says: "To fix: request Registry.current.makeDestinations(of: .healthChecks) ",
      "or: write typealias Outer = Login in Visit"
    ) {
      Route(LoginCheck.init(login:)) {
        Contributes(to: .healthChecks)
        Scoped(to: Login.self)
      }
      scoped({ (_: [any HealthCheck], _: Visit) in SystemTime() }, Service(.time), to: Visit.self)
    },
    // Derived registries
    RuleCase(
      "an override leaves a singleton its identifier", "captive-scope", paths: "MemoryStore → FileArchive"
    ) {
      Route(FileArchive.init) { Service(.archive) }
      Route({ (archive: any MailArchive) in MemoryStore(name: archive.name) }) {
        Service<any NoteStore>()
        Singleton()
        Identifier("store")
      }
    } overriding: {
      kept({ MemoryStore() }, Service<any NoteStore>())
      scoped({ FileArchive() }, .archive)
    },
    RuleCase(
      "an override makes a singleton's contribution scoped", "captive-scope",
      paths: "MemoryStore → NamedCheck"
    ) {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      kept({ (_: [any HealthCheck]) in MemoryStore() }, .notes)
    } overriding: {
      Route({ NamedCheck("fake") }) {
        Contributes(to: .healthChecks, as: "disk")
        Scoped(to: UserSession.self)
      }
    },
    RuleCase("an extension decorates a dependency of a scoped instance", "unrelated-scopes") {
      Route(FileArchive.init) { Service(.archive) }
      scoped({ (_: any MailArchive) in UnownedInbox() }, Service(.inbox), to: AppWindow.self)
    } extending: {
      Decorates(Service(.archive), with: { (archive: any MailArchive, _: UserSession) in archive })
    },
    RuleCase(
      "a part of an early singleton has each problem once", "unrelated-scopes", "captive-scope",
      "captive-scope", stage: .early
    ) {
      Route({ Shelves() }) { Service<any RequiredStore>() }
      kept({ (_: any RequiredStore) in MemoryStore() }, .notes)
    } extending: {
      scoped({ UnownedInbox() }, .inbox)
      scoped(FileArchive.init, .archive, to: Aside.self)
    },
    RuleCase(
      "an extension supplies an optional property", "captive-scope",
      paths: "TimedStore → SystemTime → WebRequest"
    ) {
      scoped({ TimedStore() }, Service<any RequiredStore>())
    } extending: {
      Route({ (_: WebRequest) in SystemTime() }) { Service(.time) }
    },
    RuleCase("an override supplies an optional parameter of a singleton", "captive-scope") {
      kept({ (_: (any TimeSource)?) in MemoryStore() }, .notes)
      scoped({ SystemTime() }, .time)
    } overriding: {
      service({ (_: UserSession) in SystemTime() }, Service(.time), Transient())
    },
    RuleCase("an override leaves a decorator that needs a scope", "captive-scope") {
      kept({ (_: (any TimeSource)?) in MemoryStore() }, .notes)
      scoped({ SystemTime() }, .time)
      Decorates(.time, with: { (time: any TimeSource, _: UserSession) in time })
    } overriding: {
      service({ SystemTime() }, Service(.time), Transient())
    },
    RuleCase(
      "an override's adapter leads a singleton to a decorator", "captive-scope",
      paths: "PlainDraft → the decorator of any NoteStore → UserSession"
    ) {
      Route(SystemTime.self) { Service(.time) }
      Route(MemoryStore.self) { Service(.notes) }
      Decorates(.notes, with: { (notes: any NoteStore, _: UserSession) in notes })
      kept({ (_: any TimeSource) in PlainDraft() }, Service<any Draft>())
    } overriding: {
      Adapter(.time, for: .notes) { _ in SystemTime() }
    },
    RuleCase("an override keeps an instance that a decorated adapter adapts", "captive-scope") {
      scoped({ MemoryStore() }, .notes)
      Adapter(.time, for: .notes) { _ in SystemTime() }
      scoped({ FileArchive() }, .archive)
      Decorates(.time, with: { (time: any TimeSource, _: any MailArchive) in time })
    } overriding: {
      kept({ MemoryStore() }, Service(.notes))
    },
  ]

  private static func scopedCheck() -> Route {
    Route(SessionCheck.init(session:)) {
      Contributes(to: .healthChecks)
      Scoped(to: UserSession.self)
    }
  }

  @Test(arguments: cases)
  func `an instance kept longer than a scope, or beside the scope, can't need it`(row: RuleCase) throws {
    try row.check()
  }
}
