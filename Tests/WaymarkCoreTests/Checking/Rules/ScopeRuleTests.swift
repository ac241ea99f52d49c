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

@Suite("Rule: an instance kept longer than a scope doesn't need the scope")
struct ScopeRuleTests: RouteVocabulary {
  @Test func `a singleton can't need a scope through a parameter`() {
    let text = problems {
      Route(FileArchive.init) { Service(.archive) }
      scoped(SessionInbox.init(archive:session:), Service(.inbox))
      kept({ (_: any Inbox) in MemoryStore() }, Service(.notes))
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 3: error [captive-scope]
            MemoryStore → SessionInbox
            line + 3: Route(MemoryStore) needs any Inbox (parameter 1), which Route(SessionInbox) makes
            line + 2: Route(SessionInbox) is Scoped(to: UserSession.self)
        """)
  }

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
      kept({ (_: [any HealthCheck]) in MemoryStore() }, .notes)
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
      text.outline == """
        error: 1 problem in 2 routes
        line + 1: error [unrelated-scopes]
            line + 1: Route(MemoryStore) needs AppWindow (parameter 1), the value of a scope
            line + 1: Route(MemoryStore) needs UserSession (parameter 2), the value of a scope
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

  // MARK: - Derived registries

  @Test(arguments: [false, true])
  func `a replaced singleton that keeps its identifier can't need a scope`(keepsIdentifier: Bool) throws {
    let text = try problems {
      Route(FileArchive.init) { Service(.archive) }
      Route({ (archive: any MailArchive) in MemoryStore(name: archive.name) }) {
        Service<any NoteStore>()
        Singleton()
        Identifier("store")
      }
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
      kept({ (_: [any HealthCheck]) in MemoryStore() }, .notes)
    } overriding: {
      Route({ NamedCheck("fake") }) {
        Contributes(to: .healthChecks, as: "disk")
        Scoped(to: UserSession.self)
      }
    }
    #expect(text.findings == ["line + 2 captive-scope"] && text.paths == ["MemoryStore → NamedCheck"])
    #expect(
      text.contains("Route(MemoryStore) needs [any HealthCheck] (parameter 1), which Route(NamedCheck) makes")
    )
  }

  @Test func `an extension can't contribute an unrelated scope to a scoped instance of its base`() throws {
    let text = try problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      scoped({ (_: [any HealthCheck]) in MemoryStore() }, Service(.notes), to: AppWindow.self)
    } extending: {
      Route(SessionCheck.init(session:)) { Contributes(to: .healthChecks) }
    }
    #expect(text.findings == ["line + 2 unrelated-scopes"])
    #expect(text.paths == ["MemoryStore → SessionCheck → UserSession"])
  }

  @Test func `an extension can't decorate a dependency of its base with an unrelated scope`() throws {
    let text = try problems {
      Route(FileArchive.init) { Service(.archive) }
      scoped({ @Sendable (_: any MailArchive) in UnownedInbox() }, Service(.inbox), to: AppWindow.self)
    } extending: {
      Decorates(Service(.archive), with: { @Sendable (archive: any MailArchive, _: UserSession) in archive })
    }
    #expect(text.codes == ["unrelated-scopes"])
    #expect(text.contains("UnownedInbox is Scoped(to: AppWindow.self) and needs UserSession"))
  }

  @Test func `an extension doesn't contribute to a singleton of its base`() throws {
    let text = try problems {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      kept({ (_: [any HealthCheck]) in MemoryStore() }, .notes)
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
      kept({ (_: [any HealthCheck]) in MemoryStore() }, .notes)
    }
    #expect(text.findings == ["line + 6 captive-scope"] && text.paths == ["MemoryStore → NamedCheck"])
  }

  @Test func `a part of an early singleton has each problem once`() throws {
    let text = try problems(stage: .early) {
      Route({ Shelves() }) { Service<any RequiredStore>() }
      kept({ (_: any RequiredStore) in MemoryStore() }, .notes)
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

  @Test(arguments: [false, true])
  func `an override can't supply an optional need of a singleton with a scope`(isDecorator: Bool) throws {
    let text = try problems {
      kept({ (_: (any TimeSource)?) in MemoryStore() }, .notes)
      scoped({ SystemTime() }, .time)
      if isDecorator { Decorates(.time, with: { (time: any TimeSource, _: UserSession) in time }) }
    } overriding: {
      if isDecorator {
        service({ SystemTime() }, Service(.time), Transient())
      } else {
        service({ (_: UserSession) in SystemTime() }, Service(.time), Transient())
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
