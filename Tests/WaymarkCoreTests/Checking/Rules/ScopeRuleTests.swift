import SharedFixtures
import Testing
import WaymarkCore

private final class Cache: RequiredStore {
  let name = "cache"
  init(inbox: any Inbox) {}
}
private final class LazyCache: RequiredStore {
  let name = "cache"
  let inbox = Routed(.inbox)
}
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
private final class Checks: Sendable { init(all: [any HealthCheck]) {} }
/// A service that keeps a store.
private struct Shelf { let store: any RequiredStore }

extension RoutableService<Checks> { fileprivate static var checks: Self { declared() } }
extension RoutableService<Shelf> { fileprivate static var shelf: Self { declared() } }

@Suite("Rule: an instance kept longer than a scope doesn't need the scope")
struct ScopeRuleTests: RouteVocabulary {
  @Test func `a singleton can't need a scope through a parameter`() {
    let text = problems {
      Route(FileArchive.init) { Service(.archive) }
      scoped(SessionInbox.init(archive:session:), Service(.inbox))
      kept(Cache.init, Service<any RequiredStore>())
    }
    #expect(
      text.withoutRemedies == """
        error: 1 problem in 3 routes
        line + 3: error: Cache is Singleton() and needs SessionInbox, which is Scoped(to: UserSession.self): it is kept longer than the scope [captive-scope]
            Cache → SessionInbox
            line + 3: Route(Cache) needs any Inbox (parameter 1), which Route(SessionInbox) makes
            line + 2: Route(SessionInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a weakly shared instance can't need a scope through a transient route`() {
    let text = problems {
      Route(FileArchive.init) { Service(.archive) }
      Route(SessionInbox.init(archive:session:)) { Service(.inbox) }
      Route(Cache.init) {
        Service<any RequiredStore>()
        WeaklyShared()
      }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 3: error: Cache is WeaklyShared() and needs the value of UserSession: it is kept longer than the scope [captive-scope]
            Cache → SessionInbox → UserSession
            line + 3: Route(Cache) needs any Inbox (parameter 1), which Route(SessionInbox) makes
            line + 2: Route(SessionInbox) needs UserSession (parameter 2), the value of a scope
            To fix: add Scoped(to: UserSession.self) to Route(Cache)
                or: let its callers pass the values of the scope
                or: request Registry.current.scope(UserSession.self) where it is used, while a UserSession is open
        """)
  }

  @Test func `a singleton can't need a scope through a @Routed property`() {
    let text = problems {
      scoped({ UnownedInbox() }, .inbox)
      kept({ LazyCache() }, Service<any RequiredStore>())
    }
    #expect(text.findings == ["line + 2 captive-scope"] && text.paths == ["LazyCache → UnownedInbox"])
    #expect(text.contains("Route(LazyCache) needs any Inbox (inbox), which Route(UnownedInbox) makes"))
  }

  @Test func `an instance kept by key can't need a scope`() {
    let text = problems {
      Route({ @Sendable (_: UserSession) in SystemTime() }) { Service<any TimeSource>() }
      rooms()
    }
    #expect(text.codes == ["captive-scope"] && text.paths == ["ChatRoom → SystemTime → UserSession"])
  }

  @Test func `a remedy requests the token that a scoped route's decorator wraps`() {
    let text = problems {
      scoped({ SystemTime() }, .time)
      Decorates(.time) { LaterTime(inner: $0, by: 1) }
      kept({ (_: any TimeSource) in MemoryStore() }, .notes)
    }
    #expect(text.findings == ["line + 3 captive-scope"])
    #expect(text.paths == ["MemoryStore → the decorator of any TimeSource"])
    #expect(text.contains("line + 1: Route(SystemTime) is Scoped(to: UserSession.self)"), "\(text)")
    #expect(text.contains("needs SystemTime, which is Scoped(to: UserSession.self)"), "\(text)")
    #expect(text.contains("request Registry.current(.time) where it is used"), "\(text)")
  }

  @Test func `a remedy requests a collection with scoped contributions`() {
    let text = problems {
      Route(SessionCheck.init(session:)) {
        Contributes(to: .healthChecks)
        Scoped(to: UserSession.self)
      }
      kept(Checks.init(all:), .checks)
    }
    #expect(text.codes == ["captive-scope"])
    #expect(text.contains("request Registry.current.makeDestinations(of: "), "\(text)")
  }

  @Test func `a route can't need two unrelated scopes`() {
    let text = problems {
      Route({ (_: AppWindow, _: UserSession) in MemoryStore() }) { Service<any NoteStore>() }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: error: MemoryStore needs AppWindow and UserSession, but neither of the two scopes is inside the other [unrelated-scopes]
            line + 1: Route(MemoryStore) needs AppWindow (parameter 1), the value of a scope
            line + 1: Route(MemoryStore) needs UserSession (parameter 2), the value of a scope
            To fix: open one inside the other, with typealias Outer = AppWindow in UserSession or the reverse
                or: make the parameter of one optional, if the two are open at different times
                or: divide the route
        """)
  }

  @Test func `a scoped instance can't need an unrelated scope`() {
    let text = problems {
      Route(FileArchive.init) { Service(.archive) }
      Route(SessionInbox.init(archive:session:)) {
        Service(.inbox)
        Scoped(to: AppWindow.self)
      }
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

  // MARK: - Derived registries

  /// An archive, and a singleton that needs it.
  @RoutesBuilder private func archiveUser(hasIdentifier: Bool = false) -> Routes {
    Route(FileArchive.init) { Service(.archive) }
    Route({ @Sendable (archive: any MailArchive) in MemoryStore(name: archive.name) }) {
      Service<any NoteStore>()
      Singleton()
      if hasIdentifier { Identifier("store") }
    }
  }

  @Test func `an override can't make a singleton's dependency need a scope`() throws {
    let text = try problems {
      archiveUser()
    } overriding: {
      Route({ @Sendable (_: UserSession) in FileArchive() }) { Service(.archive) }
    }
    #expect(text.codes == ["captive-scope"] && text.paths == ["MemoryStore → FileArchive → UserSession"])
    #expect(
      text.contains(
        "\n    line + 3: Route(FileArchive) needs UserSession (parameter 1), the value of a scope"))
    let both = try Registry { archiveUser() }.overriding {
      Route({ @Sendable (_: UserSession) in FileArchive() }) { Service(.archive) }
      kept({ MemoryStore() }, Service<any NoteStore>())
    }
    #expect(try both.makeDestination(to: Service<any NoteStore>()).name == "memory")
  }

  /// A route with an identifier stays for requests by the identifier.
  @Test(arguments: [false, true])
  func `a replaced singleton that keeps its identifier can't need a scope`(keepsIdentifier: Bool) throws {
    let text = try problems {
      archiveUser(hasIdentifier: true)
    } overriding: {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        if !keepsIdentifier { Identifier("store") }
      }
      scoped({ FileArchive() }, .archive)
    }
    #expect(text.codes == (keepsIdentifier ? ["captive-scope"] : []))
    #expect(text.paths == (keepsIdentifier ? ["MemoryStore → FileArchive"] : []))
  }

  @Test func `an override can't make a singleton's contribution scoped`() throws {
    let text = try problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      kept(Checks.init(all:), .checks)
    } overriding: {
      Route({ NamedCheck("fake") }) {
        Contributes(to: .healthChecks, as: "disk")
        Scoped(to: UserSession.self)
      }
    }
    #expect(text.findings == ["line + 2 captive-scope"] && text.paths == ["Checks → NamedCheck"])
    #expect(
      text.contains("Route(Checks) needs [any HealthCheck] (parameter 1), which Route(NamedCheck) makes"))
  }

  @Test func `an extension can't contribute an unrelated scope to a scoped instance of its base`() throws {
    let text = try problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(Checks.init(all:)) {
        Service(.checks)
        Scoped(to: AppWindow.self)
      }
    } extending: {
      Route(SessionCheck.init(session:)) { Contributes(to: .healthChecks) }
    }
    #expect(text.findings == ["line + 2 unrelated-scopes"])
    #expect(text.paths == ["Checks → SessionCheck → UserSession"])
  }

  @Test func `an extension can't decorate with an unrelated scope what an instance of its base needs`() throws
  {
    let text = try problems {
      Route(FileArchive.init) { Service(.archive) }
      Route({ @Sendable (_: any MailArchive) in UnownedInbox() }) {
        Service(.inbox)
        Scoped(to: AppWindow.self)
      }
    } extending: {
      Decorates(Service(.archive), with: { @Sendable (archive: any MailArchive, _: UserSession) in archive })
    }
    #expect(text.codes == ["unrelated-scopes"])
    #expect(text.contains("UnownedInbox is Scoped(to: AppWindow.self) and needs UserSession"))
  }

  @Test func `an extension doesn't contribute to a singleton of its base`() throws {
    let text = try problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      kept(Checks.init(all:), .checks)
    } extending: {
      Route(SessionCheck.init(session:)) { Contributes(to: .healthChecks) }
    }
    #expect(text.isEmpty)
  }

  @Test func `an extension's singleton can't need a scoped contribution of the base`() throws {
    let text = try problems {
      Route({ NamedCheck("user") }) {
        Contributes(to: .healthChecks)
        Scoped(to: UserSession.self)
      }
    } extending: {
      kept(Checks.init(all:), .checks)
    }
    #expect(text.findings == ["line + 6 captive-scope"] && text.paths == ["Checks → NamedCheck"])
  }

  @Test func `a part of an early singleton can't need a scope through a later route`() throws {
    let text = try problems(stage: .early) {
      Route({ LazyCache() }) { Service<any RequiredStore>() }
      kept(Shelf.init, .shelf)
    } extending: {
      scoped({ UnownedInbox() }, .inbox)
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 2: error [captive-scope]
            Shelf → LazyCache → UnownedInbox
            line + 2: Route(Shelf) needs any RequiredStore (parameter 1), which Route(LazyCache) makes
            line + 1: Route(LazyCache) needs any Inbox (inbox), which Route(UnownedInbox) makes
            line + 4: Route(UnownedInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a part of an early singleton has each problem once`() throws {
    let text = try problems(stage: .early) {
      Route({ Shelves() }) { Service<any RequiredStore>() }
      kept(Shelf.init, .shelf)
    } extending: {
      scoped({ UnownedInbox() }, .inbox)
      scoped(FileArchive.init, .archive, to: Aside.self)
    }
    #expect(text.codes.sorted() == ["captive-scope", "captive-scope", "unrelated-scopes"])
  }

  @Test func `an extension can't supply an optional need of a scoped instance with an inner scope`() throws {
    let text = try problems {
      scoped({ (_: (any TimeSource)?, _: UserSession) in MemoryStore() }, Service(.notes))
    } extending: {
      Route({ (_: WebRequest) in SystemTime() }) { Service(.time) }
    }
    #expect(text.codes == ["captive-scope"] && text.paths == ["MemoryStore → SystemTime → WebRequest"])
    let property = try problems {
      scoped({ TimedStore() }, Service<any RequiredStore>())
    } extending: {
      Route({ (_: WebRequest) in SystemTime() }) { Service(.time) }
    }
    #expect(property.codes == ["captive-scope"] && property.paths == ["TimedStore → SystemTime → WebRequest"])
  }

  @Test func `an override can't supply an optional need of a singleton with a scope`() throws {
    let text = try problems {
      kept({ (_: (any TimeSource)?) in MemoryStore() }, .notes)
      scoped({ SystemTime() }, .time)
    } overriding: {
      Route({ (_: UserSession) in SystemTime() }) {
        Service(.time)
        Transient()
      }
    }
    #expect(text.codes == ["captive-scope"] && text.paths == ["MemoryStore → SystemTime → UserSession"])
  }

  @Test func `an override can't supply an optional need of a singleton with a decorator that needs a scope`()
    throws
  {
    let text = try problems {
      kept({ (_: (any TimeSource)?) in MemoryStore() }, .notes)
      scoped({ SystemTime() }, .time)
      Decorates(.time, with: { (time: any TimeSource, _: UserSession) in time })
    } overriding: {
      Route(SystemTime.self) {
        Service(.time)
        Transient()
      }
    }
    #expect(text.codes == ["captive-scope"])
  }

  @Test func `an override's adapter can't lead a singleton to a decorator that needs a scope`() throws {
    let text = try problems {
      Route(SystemTime.self) { Service(.time) }
      Route(MemoryStore.self) { Service(.notes) }
      Decorates(.notes, with: { (notes: any NoteStore, _: UserSession) in notes })
      kept({ (_: any TimeSource) in PlainDraft() }, Service<any Draft>())
    } overriding: {
      Adapter(.time, for: .notes) { _ in SystemTime() }
    }
    #expect(text.codes == ["captive-scope"])
    #expect(text.paths == ["PlainDraft → the decorator of any NoteStore → UserSession"])
  }

  @Test func `an override can't make a singleton of a scoped instance that a decorated adapter adapts`()
    throws
  {
    let text = try problems {
      scoped({ MemoryStore() }, .notes)
      Adapter(.time, for: .notes) { _ in SystemTime() }
      scoped({ FileArchive() }, .archive)
      Decorates(.time, with: { (time: any TimeSource, _: any MailArchive) in time })
    } overriding: {
      kept({ MemoryStore() }, Service(.notes))
    }
    #expect(text.codes == ["captive-scope"])
  }
}
