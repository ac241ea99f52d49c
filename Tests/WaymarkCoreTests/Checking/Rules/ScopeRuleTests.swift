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
private final class RoutedCache: RequiredStore {
  let name = "cache"
  init(inbox: DestinationServiceRouter<any Inbox>) {}
}
private final class OptionalCache: RequiredStore {
  let name = "cache"
  init(inbox: (any Inbox)?, session: UserSession?) {}
}
private final class HandlerCache: RequiredStore {
  let name = "cache"
  init(handler: any MailHandler) {}
}
private final class Title: RequiredStore {
  let name: String
  init(window: AppWindow, session: UserSession) { name = session.user }
}
private final class Frame: NoteStore {
  let name = "frame"
  init(title: any RequiredStore) {}
}

private final class UnownedInbox: Inbox {
  let user = "nobody"
  let archive: any MailArchive = FileArchive()
  init() {}
}
private struct SessionCheck: HealthCheck {
  let name: String
  init(session: UserSession) { name = session.user }
}
extension RoutableService<SessionCheck> { fileprivate static var sessionCheck: Self { declared() } }
private final class Checks: Sendable {
  init(all: [any HealthCheck]) {}
}

private struct InboxModule: RouteModule {
  static let line = #line
  var routes: Routes {
    Route(FileArchive.init) { Service(.archive) }
    Route(SessionInbox.init(archive:session:)) {
      Service(.inbox)
      Scoped(to: UserSession.self)
    }
  }
}

/// A service that keeps a store.
private struct Shelf { let store: any RequiredStore }

@Suite("Rule: an instance kept longer than a scope doesn't need the scope")
struct ScopeRuleTests: RouteVocabulary {
  @Test func `a singleton can't need a scope through a parameter`() {
    let text = problems {
      Route(FileArchive.init) { Service(.archive) }
      Route(SessionInbox.init(archive:session:)) {
        Service(.inbox)
        Scoped(to: UserSession.self)
      }
      Route(Cache.init) {
        Service<any RequiredStore>()
        Singleton()
      }
    }
    #expect(
      text.withoutRemedies == """
        error: 1 problem in 3 routes
        line + 6: error: Cache is Singleton() and needs SessionInbox, which is Scoped(to: UserSession.self): it is kept longer than the scope [captive-scope]
            Cache → SessionInbox
            line + 6: Route(Cache) needs any Inbox (parameter 1), which Route(SessionInbox) makes
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

  /// The text about a route, and an adapter before it, which depend on an inbox of the session in some way.
  private func textOfACaptor(
    line: Int = #line, @RoutesBuilder _ captor: () -> Routes
  ) -> String {
    problems(line: line) {
      InboxModule()
      captor()
    }.replacing("line + \(InboxModule.line - line + 3)", with: "inbox")
  }

  @Test func `a singleton can't need a scope through a @Routed property`() {
    let text = textOfACaptor {
      Route(LazyCache.self) {
        Service<any RequiredStore>()
        Singleton()
      } make: {
        LazyCache()
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 1: error [captive-scope]
            LazyCache → SessionInbox
            line + 1: Route(LazyCache) needs any Inbox (inbox), which Route(SessionInbox) makes
            inbox: Route(SessionInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a singleton can't need a scope through a router`() {
    let text = textOfACaptor {
      Route(RoutedCache.init) {
        Service<any RequiredStore>()
        Singleton()
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 1: error [captive-scope]
            RoutedCache → SessionInbox
            line + 1: Route(RoutedCache) needs any Inbox (parameter 1), which Route(SessionInbox) makes
            inbox: Route(SessionInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a remedy requests the token that a scoped route's decorator wraps`() {
    let text = problems {
      Route(SystemTime.self) {
        Service(.time)
        Scoped(to: UserSession.self)
      }
      Decorates(.time) { LaterTime(inner: $0, by: 1) }
      Route({ (_: any TimeSource) in MemoryStore() }) {
        Service(.notes)
        Singleton()
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 6: error [captive-scope]
            MemoryStore → the decorator of any TimeSource
            line + 6: Route(MemoryStore) needs any TimeSource (parameter 1), which Decorates(.time) makes
            line + 1: Route(SystemTime) is Scoped(to: UserSession.self)
        """, "\(text)")
    #expect(text.contains("needs SystemTime, which is Scoped(to: UserSession.self)"), "\(text)")
    #expect(text.contains("request Registry.current(.time) where it is used"), "\(text)")
  }

  @Test func `a remedy requests a collection with scoped contributions`() {
    let text = problems {
      Route(SessionCheck.init(session:)) {
        Contributes(to: .healthChecks)
        Scoped(to: UserSession.self)
      }
      Route(Checks.init(all:)) {
        Service<Checks>(declaredProtocol: Checks.self)
        Singleton()
      }
    }
    #expect(text.contains("[captive-scope]"), "\(text)")
    #expect(text.contains("request Registry.current.makeDestinations(of: "), "\(text)")
  }

  @Test func `a singleton can't need a scope through its requirements`() {
    let text = textOfACaptor {
      Route(MemoryStore.self) {
        Service<any RequiredStore>()
        Singleton()
        Requires(Service(.inbox))
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 1: error [captive-scope]
            MemoryStore → SessionInbox
            line + 1: Route(MemoryStore) needs any Inbox (declared), which Route(SessionInbox) makes
            inbox: Route(SessionInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a singleton can't need a scope through an adapter`() {
    let text = textOfACaptor {
      Adapter(Service<any NoteStore>(), for: Service(.inbox)) { MemoryStore(name: $0.user) }
      Route(StoreProxy.init) {
        Service<any RequiredStore>()
        Singleton()
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 2: error [captive-scope]
            StoreProxy → SessionInbox
            line + 2: Route(StoreProxy) needs any NoteStore (parameter 1), which Route(SessionInbox) makes
            inbox: Route(SessionInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a singleton can't need a scope through its decorator`() {
    let text = textOfACaptor {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      }
      Decorates(
        Service<any NoteStore>(),
        with: { @Sendable (store: any NoteStore, inbox: any Inbox) in LoggingStore(store, inbox.user) })
    }
    #expect(
      text.withoutRemedies == """
        error: 1 problem in 3 routes
        line + 5: error: the decorator of any NoteStore is Singleton() and needs SessionInbox, which is Scoped(to: UserSession.self): it is kept longer than the scope [captive-scope]
            the decorator of any NoteStore → SessionInbox
            line + 5: Decorates(Service<any NoteStore>()) needs any Inbox (parameter 2), which Route(SessionInbox) makes
            inbox: Route(SessionInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `an instance kept by key can't need a scope`() {
    let text = problems {
      Route({ @Sendable (_: UserSession) in SystemTime() }) { Service<any TimeSource>() }
      Route(ChatRoom.init(settings:time:), configuration: RoomSettings.init) {
        ServiceModule(.roomSettings)
        Service(.chat)
        Kept(by: \RoomSettings.number)
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 2: error [captive-scope]
            ChatRoom → SystemTime → UserSession
            line + 2: Route(ChatRoom) needs any TimeSource (parameter 2), which Route(SystemTime) makes
            line + 1: Route(SystemTime) needs UserSession (parameter 1), the value of a scope
        """)
  }

  @Test func `a singleton may have an optional scoped parameter`() {
    let text = textOfACaptor {
      Route(OptionalCache.init) {
        Service<any RequiredStore>()
        Singleton()
      }
    }
    #expect(text == "")
  }

  @Test func `an inner scope may need an outer one`() {
    let text = textOfACaptor {
      Route(RequestHandler.init(inbox:request:)) { Service(.handler) }
      Route(HandlerCache.init) {
        Service<any RequiredStore>()
        Scoped(to: WebRequest.self)
      }
    }
    #expect(text == "")
  }

  @Test func `an outer scope may not need an inner one`() {
    let text = textOfACaptor {
      Route(RequestHandler.init(inbox:request:)) { Service(.handler) }
      Route(HandlerCache.init) {
        Service<any RequiredStore>()
        Scoped(to: UserSession.self)
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 4 routes
        line + 2: error [captive-scope]
            HandlerCache → RequestHandler → WebRequest
            line + 2: Route(HandlerCache) needs any MailHandler (parameter 1), which Route(RequestHandler) makes
            line + 1: Route(RequestHandler) needs WebRequest (parameter 2), the value of a scope
        """)
  }

  @Test func `a route can't need two unrelated scopes`() {
    let text = problems {
      Route(Title.init) { Service<any RequiredStore>() }
      Route(Frame.init) { Service<any NoteStore>() }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 1: error: Title needs AppWindow and UserSession, but neither of the two scopes is inside the other [unrelated-scopes]
            line + 1: Route(Title) needs AppWindow (parameter 1), the value of a scope
            line + 1: Route(Title) needs UserSession (parameter 2), the value of a scope
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

  @Test func `an override can't make a singleton's dependency need a scope`() throws {
    let line = #line
    let base = try Registry {
      Route(FileArchive.init) { Service(.archive) }
      Route({ @Sendable (archive: any MailArchive) in MemoryStore(name: archive.name) }) {
        Service<any NoteStore>()
        Singleton()
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding { Route({ @Sendable (_: UserSession) in FileArchive() }) { Service(.archive) } }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 3: error [captive-scope]
            MemoryStore → FileArchive → UserSession
            line + 3: Route(MemoryStore) needs any MailArchive (parameter 1), which Route(FileArchive) makes
            line + 9: Route(FileArchive) needs UserSession (parameter 1), the value of a scope
        """)
    let scoped = try base.overriding {
      Route({ @Sendable (_: UserSession) in FileArchive() }) { Service(.archive) }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      }
    }
    #expect(try scoped.makeDestination(to: Service<any NoteStore>()).name == "memory")
  }

  @Test func `an override can't make a singleton's dependency scoped`() throws {
    let line = #line
    let base = try Registry {
      Route(FileArchive.init) { Service(.archive) }
      Route({ @Sendable (archive: any MailArchive) in MemoryStore(name: archive.name) }) {
        Service<any NoteStore>()
        Singleton()
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding {
        Route(FileArchive.init) {
          Service(.archive)
          Scoped(to: UserSession.self)
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 3: error [captive-scope]
            MemoryStore → FileArchive
            line + 3: Route(MemoryStore) needs any MailArchive (parameter 1), which Route(FileArchive) makes
            line + 10: Route(FileArchive) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `an overriding adapter can't lead a singleton to a scoped route`() throws {
    let line = #line
    let base = try Registry {
      Route(UnownedInbox.init) {
        Service(.inbox)
        Scoped(to: UserSession.self)
      }
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(StoreProxy.init) {
        Service<any RequiredStore>()
        Singleton()
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding {
        Adapter(Service<any NoteStore>(), for: Service(.inbox)) { MemoryStore(name: $0.user) }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 7: error [captive-scope]
            StoreProxy → UnownedInbox
            line + 7: Route(StoreProxy) needs any NoteStore (parameter 1), which Route(UnownedInbox) makes
            line + 2: Route(UnownedInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `an override's adapter can't make the dependency of a singleton scoped`() throws {
    let line = #line
    let base = try Registry {
      Route(UnownedInbox.init) { Service(.inbox) }
      Route(Cache.init) {
        Service<any RequiredStore>()
        Singleton()
      }
      Route(SessionCheck.init) {
        Service(.sessionCheck)
        Scoped(to: UserSession.self)
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding { Adapter(.inbox, for: .sessionCheck) { _ in UnownedInbox() } }
    }
    #expect(text.outline.contains("error [captive-scope]\n    Cache → "), "\(text)")
  }

  @Test func `an override can't make a singleton's contribution scoped`() throws {
    let line = #line
    let base = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      Route(Checks.init(all:)) {
        Service<Checks>(declaredProtocol: Checks.self)
        Singleton()
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding {
        Route({ NamedCheck("fake") }) {
          Contributes(to: .healthChecks, as: "disk")
          Scoped(to: UserSession.self)
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 3: error [captive-scope]
            Checks → NamedCheck
            line + 3: Route(Checks) needs [any HealthCheck] (parameter 1), which Route(NamedCheck) makes
            line + 10: Route(NamedCheck) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `an extension can't contribute an unrelated scope to a scoped instance of its base`() throws {
    let line = #line
    let base = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(Checks.init(all:)) {
        Service<Checks>(declaredProtocol: Checks.self)
        Scoped(to: AppWindow.self)
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.extending { Route(SessionCheck.init(session:)) { Contributes(to: .healthChecks) } }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 3: error [unrelated-scopes]
            Checks → SessionCheck → UserSession
            line + 3: Route(Checks) needs [any HealthCheck] (parameter 1), which Route(SessionCheck) makes
            line + 9: Route(SessionCheck) needs UserSession (parameter 1), the value of a scope
        """)
  }

  @Test func `an extension can't decorate with an unrelated scope what an instance of its base needs`() throws
  {
    let base = try Registry {
      Route(FileArchive.init) { Service(.archive) }
      Route({ @Sendable (_: any MailArchive) in UnownedInbox() }) {
        Service(.inbox)
        Scoped(to: AppWindow.self)
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending {
        Decorates(
          Service(.archive), with: { @Sendable (archive: any MailArchive, _: UserSession) in archive })
      }
    }
    #expect(text.contains("UnownedInbox is Scoped(to: AppWindow.self) and needs UserSession"))
    #expect(text.contains("[unrelated-scopes]"))
  }

  @Test func `an extension doesn't contribute to a singleton of its base`() throws {
    let base = try Registry {
      Route(DiskCheck.init) { Contributes(to: .healthChecks) }
      Route(Checks.init(all:)) {
        Service<Checks>(declaredProtocol: Checks.self)
        Singleton()
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.extending { Route(SessionCheck.init(session:)) { Contributes(to: .healthChecks) } }
    }
    #expect(text.isEmpty)
  }

  @Test func `an extension's singleton can't need a scoped contribution of the base`() throws {
    let line = #line
    let base = try Registry {
      Route({ NamedCheck("user") }) {
        Contributes(to: .healthChecks)
        Scoped(to: UserSession.self)
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.extending {
        Route(Checks.init(all:)) {
          Service<Checks>(declaredProtocol: Checks.self)
          Singleton()
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 9: error [captive-scope]
            Checks → NamedCheck
            line + 9: Route(Checks) needs [any HealthCheck] (parameter 1), which Route(NamedCheck) makes
            line + 2: Route(NamedCheck) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `an override can't make the dependency of a singleton's decorator scoped`() throws {
    let line = #line
    let base = try Registry {
      Route(FileArchive.init) { Service(.archive) }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      }
      Decorates(
        Service<any NoteStore>(),
        with: { @Sendable (store: any NoteStore, archive: any MailArchive) in
          LoggingStore(store, archive.name)
        })
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding {
        Route(FileArchive.init) {
          Service(.archive)
          Scoped(to: UserSession.self)
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 7: error [captive-scope]
            the decorator of any NoteStore → FileArchive
            line + 7: Decorates(Service<any NoteStore>()) needs any MailArchive (parameter 2), which Route(FileArchive) makes
            line + 15: Route(FileArchive) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a replaced singleton that keeps its identifier can't need a scope`() throws {
    let line = #line
    let base = try Registry {
      Route(FileArchive.init) { Service(.archive) }
      Route({ @Sendable (archive: any MailArchive) in MemoryStore(name: archive.name) }) {
        Service<any NoteStore>()
        Identifier("store")
        Singleton()
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try base.overriding {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Singleton()
        }
        Route(FileArchive.init) {
          Service(.archive)
          Scoped(to: UserSession.self)
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 4 routes
        line + 3: error [captive-scope]
            MemoryStore → FileArchive
            line + 3: Route(MemoryStore) needs any MailArchive (parameter 1), which Route(FileArchive) makes
            line + 15: Route(FileArchive) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a singleton replaced with its identifier may have scoped dependencies`() throws {
    let base = try Registry {
      Route(FileArchive.init) { Service(.archive) }
      Route({ @Sendable (archive: any MailArchive) in MemoryStore(name: archive.name) }) {
        Service<any NoteStore>()
        Identifier("store")
        Singleton()
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Identifier("store")
          Singleton()
        }
        Route(FileArchive.init) {
          Service(.archive)
          Scoped(to: UserSession.self)
        }
      }
    }
    #expect(text == "")
  }

  @Test func `an early singleton can't need a scope through a later route`() throws {
    let line = #line
    let early = try Registry(stage: .early) {
      Route(LazyCache.self) {
        Service<any RequiredStore>()
        Singleton()
      } make: {
        LazyCache()
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try early.extending {
        Route(FileArchive.init) { Service(.archive) }
        Route(SessionInbox.init(archive:session:)) {
          Service(.inbox)
          Scoped(to: UserSession.self)
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 2: error [captive-scope]
            LazyCache → SessionInbox
            line + 2: Route(LazyCache) needs any Inbox (inbox), which Route(SessionInbox) makes
            line + 12: Route(SessionInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `a part of an early singleton can't need a scope through a later route`() throws {
    let line = #line
    let early = try Registry(stage: .early) {
      Route(LazyCache.self) {
        Service<any RequiredStore>()
      } make: {
        LazyCache()
      }
      Route(Shelf.init) {
        RoutableService<Shelf>(declaredProtocol: Shelf.self)
        Singleton()
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try early.extending {
        Route(UnownedInbox.init) {
          Service(.inbox)
          Scoped(to: UserSession.self)
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 3 routes
        line + 7: error [captive-scope]
            Shelf → LazyCache → UnownedInbox
            line + 7: Route(Shelf) needs any RequiredStore (parameter 1), which Route(LazyCache) makes
            line + 2: Route(LazyCache) needs any Inbox (inbox), which Route(UnownedInbox) makes
            line + 14: Route(UnownedInbox) is Scoped(to: UserSession.self)
        """)
  }

  @Test func `an early singleton can't need a scoped route without dependencies`() throws {
    let line = #line
    let early = try Registry(stage: .early) {
      Route(LazyCache.self) {
        Service<any RequiredStore>()
        Singleton()
      } make: {
        LazyCache()
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try early.extending {
        Route(UnownedInbox.init) {
          Service(.inbox)
          Scoped(to: UserSession.self)
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 2 routes
        line + 2: error [captive-scope]
            LazyCache → UnownedInbox
            line + 2: Route(LazyCache) needs any Inbox (inbox), which Route(UnownedInbox) makes
            line + 11: Route(UnownedInbox) is Scoped(to: UserSession.self)
        """)
  }
}
