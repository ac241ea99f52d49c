import Testing
import Waymark

private final class Cache: RequiredStore {
  let name = "cache"
  init(inbox: any Inbox) {}
}
private final class LazyCache: RequiredStore {
  let name = "cache"
  let inbox = Routed(\.inbox)
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

@Suite("What is kept longer than a scope needs nothing of it")
struct ScopeRuleTests: RouteVocabulary {
  @Test func aSingletonWithAParameter() {
    let text = problems {
      Route(FileArchive.init) { Service(\.archive) }
      Route(SessionInbox.init(archive:session:)) {
        Service(\.inbox)
        Scoped(to: UserSession.self)
      }
      Route(Cache.init) {
        Service<any RequiredStore>()
        Singleton()
      }
    }
    #expect(
      text == """
        error: 1 problem in 3 routes
        line + 6: error: Cache is Singleton() and needs SessionInbox, which is Scoped(to: UserSession.self): it is kept longer than the scope [captive-scope]
            Cache → SessionInbox
            line + 6: Route(Cache) needs any Inbox (parameter 1), which Route(SessionInbox) makes
            line + 2: Route(SessionInbox) is Scoped(to: UserSession.self)
            To fix: add Scoped(to: UserSession.self) to Route(Cache) in place of Singleton(), or let its callers pass what belongs to the scope
        """)
  }

  @Test func throughATransientRouteToAValue() {
    let text = problems {
      Route(FileArchive.init) { Service(\.archive) }
      Route(SessionInbox.init(archive:session:)) { Service(\.inbox) }
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
            To fix: add Scoped(to: UserSession.self) to Route(Cache), or let its callers pass what belongs to the scope
        """)
  }

  /// The codes of a cache that depends on a scoped inbox in some way.
  private func codes(@RoutesBuilder _ cache: () -> Routes) -> [Diagnostic.Code] {
    do throws(RegistryError) {
      return try Registry {
        MailModule()
        cache()
      }.diagnostics.map(\.code).filter { $0 != .unreachableRoute && $0 != .openRoutes }
    } catch {
      return error.diagnostics.filter { $0.severity == .error }.map(\.code)
    }
  }

  @Test func everyKindOfDependencyCounts() {
    #expect(
      codes {
        Route(LazyCache.self) {
          Service<any RequiredStore>()
          Singleton()
        } make: {
          LazyCache()
        }
      } == [.captiveScope])
    #expect(
      codes {
        Route(RoutedCache.init) {
          Service<any RequiredStore>()
          Singleton()
        }
      } == [.captiveScope])
    #expect(
      codes {
        Route(MemoryStore.self) {
          Service<any RequiredStore>()
          Singleton()
          Requires(Service(\.inbox))
        }
      } == [.captiveScope])
    #expect(
      codes {
        Adapter(Service<any NoteStore>(), for: Service(\.inbox)) { MemoryStore(name: $0.user) }
        Route(StoreProxy.init) {
          Service<any RequiredStore>()
          Singleton()
        }
      } == [.captiveScope])
  }

  @Test func whatIsNilWhereTheScopeIsNotOpenIsNoNeed() {
    #expect(
      codes {
        Route(OptionalCache.init) {
          Service<any RequiredStore>()
          Singleton()
        }
      } == [])
  }

  @Test func anInnerScopeMayNeedAnOuterOne() {
    #expect(
      codes {
        Route(HandlerCache.init) {
          Service<any RequiredStore>()
          Scoped(to: WebRequest.self)
        }
      } == [])
    #expect(
      codes {
        Route(HandlerCache.init) {
          Service<any RequiredStore>()
          Scoped(to: UserSession.self)
        }
      } == [.captiveScope])
  }

  @Test func twoScopesBesideEachOther() {
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
            To fix: open one inside the other, with typealias Outer = AppWindow in UserSession or the reverse, or divide the route
        """)
  }

  @Test func whatAScopeKeepsNeedsAnotherOneBesideIt() {
    let text = problems {
      Route(FileArchive.init) { Service(\.archive) }
      Route(SessionInbox.init(archive:session:)) {
        Service(\.inbox)
        Scoped(to: AppWindow.self)
      }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 2: error: SessionInbox is Scoped(to: AppWindow.self) and needs UserSession, but neither of the two scopes is inside the other [unrelated-scopes]
            SessionInbox → UserSession
            line + 2: Route(SessionInbox) needs UserSession (parameter 2), the value of a scope
            To fix: open one inside the other, with typealias Outer = AppWindow in UserSession or the reverse, or divide the route
        """)
  }

  @Test func anOverrideOfWhatASingletonNeeds() throws {
    let base = try Registry {
      Route(FileArchive.init) { Service(\.archive) }
      Route({ @Sendable (archive: any MailArchive) in MemoryStore(name: archive.name) }) {
        Service<any NoteStore>()
        Singleton()
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding { Route({ @Sendable (_: UserSession) in FileArchive() }) { Service(\.archive) } }
    }
    #expect(text.contains("MemoryStore is Singleton() and needs the value of UserSession"))
    let scoped = try base.overriding {
      Route({ @Sendable (_: UserSession) in FileArchive() }) { Service(\.archive) }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      }
    }
    #expect(try scoped.makeDestination(to: Service<any NoteStore>()).name == "memory")
  }

  @Test func whatAnEarlySingletonAsksForLater() throws {
    let early = try Registry(stage: .early) {
      Route(LazyCache.self) {
        Service<any RequiredStore>()
        Singleton()
      } make: {
        LazyCache()
      }
    }
    let text = problemsOfDeriving { () throws(RegistryError) in try early.extending { MailModule() } }
    #expect(
      text.contains("LazyCache is Singleton() and needs SessionInbox, which is Scoped(to: UserSession.self)"))
  }
}
