import Testing

@testable import Waymark

/// Keeps its registry, in the ways in which an instance can.
private final class Attached: MailArchive {
  let name = "attached"
  let time = Routed(RoutableService<any TimeSource>())
  let resolver: Resolver
  init(resolver: Resolver) { self.resolver = resolver }
}

private struct AttachedModule: RouteModule {
  var routes: Routes {
    Route(Attached.init(resolver:)) {
      Service(\.archive)
      Scoped(to: UserSession.self)
    }
    Route(SessionInbox.init(archive:session:)) {
      Service(\.inbox)
      Scoped(to: UserSession.self)
    }
    Route(SystemTime.self) { Service<any TimeSource>() }
  }
}

@Suite("Scopes")
struct ScopeTests: RouteVocabulary {
  private func application() throws(RegistryError) -> Registry { try Registry { MailModule() } }

  @Test func aScopeSharesWhatTheRootKeeps() throws {
    let application = try application()
    let ann = try application.opening(UserSession(user: "ann"))
    let archive = try ann.makeDestination(to: \.archive)
    #expect(try application.makeDestination(to: \.archive) === archive)
    let bob = try application.opening(UserSession(user: "bob"))
    #expect(try bob.makeDestination(to: \.archive) === archive)
    #expect(try bob.router(to: \.archive)?.makeDestination() === archive)
  }

  @Test func eachScopeKeepsItsOwnInstances() throws {
    let application = try application()
    let ann = try application.opening(UserSession(user: "ann"))
    let bob = try application.opening(UserSession(user: "bob"))
    let inbox = try ann.makeDestination(to: \.inbox)
    #expect(inbox.user == "ann")
    #expect(try ann.makeDestination(to: \.inbox) === inbox)
    #expect(try ann.router(to: \.inbox)?.makeDestination() === inbox)
    #expect(try bob.makeDestination(to: \.inbox).user == "bob")
    #expect(try bob.makeDestination(to: \.inbox).archive === inbox.archive)
  }

  @Test func anInnerScopeSharesAllAroundIt() throws {
    let session = try application().opening(UserSession(user: "ann"))
    let first = try session.opening(WebRequest(path: "/first"))
    let second = try session.opening(WebRequest(path: "/second"))
    let handler = try first.makeDestination(to: \.handler)
    #expect(handler.path == "/first")
    #expect(try second.makeDestination(to: \.handler).path == "/second")
    let inbox = try session.makeDestination(to: \.inbox)
    #expect(handler.inbox === inbox)
    #expect(try first.makeDestination(to: \.inbox) === inbox)
    #expect(try second.makeDestination(to: \.handler).inbox === inbox)
  }

  @Test func whatAScopeKeepsIsMadeByTheScope() throws {
    let registry = try Registry { AttachedModule() }
    let session = try registry.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let attached = try #require(try request.makeDestination(to: \.archive) as? Attached)
    #expect(attached.resolver.scope(WebRequest.self) == nil)
    #expect(attached.resolver.scope(UserSession.self)?.user == "ann")
    #expect(attached.time().now == 42)
    #expect(try session.makeDestination(to: \.inbox).archive === attached)
  }

  @Test func valuesAreFound() throws {
    let application = try application()
    let session = try application.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/inbox"))
    #expect(application.scope(UserSession.self) == nil)
    #expect(session.scope(UserSession.self)?.user == "ann")
    #expect(session.scope(WebRequest.self) == nil)
    #expect(request.scope(UserSession.self)?.user == "ann")
    #expect(request.scope(WebRequest.self)?.path == "/inbox")
    #expect(request.scope(AppWindow.self) == nil)
  }

  @Test func anOptionalValueIsNilWhereTheScopeIsNotOpen() throws {
    let registry = try Registry {
      MailModule()
      Route({ @Sendable (inbox: (any Inbox)?, session: UserSession?, request: WebRequest?) in
        PlainDraft(text: "\(inbox?.user ?? "none"), \(session?.user ?? "none"), \(request?.path ?? "none")")
      }) { Service<any Draft>() }
    }
    let draft = Service<any Draft>()
    #expect(try registry.makeDestination(to: draft).text == "none, none, none")
    let session = try registry.opening(UserSession(user: "ann"))
    #expect(try session.makeDestination(to: draft).text == "ann, ann, none")
    let request = try session.opening(WebRequest(path: "/"))
    #expect(try request.makeDestination(to: draft).text == "ann, ann, /")
  }

  @Test func aScopeBesideAnotherKnowsNothingOfIt() throws {
    let session = try application().opening(UserSession(user: "ann"))
    let window = try session.opening(AppWindow(number: 1))
    #expect(window.scope(AppWindow.self)?.number == 1)
    #expect(window.scope(UserSession.self) == nil)
    #expect(try window.makeDestination(to: \.archive) === session.makeDestination(to: \.archive))
  }

  @Test func manyWaysToAskLeadToTheScope() throws {
    let registry = try Registry {
      MailModule()
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<any RequiredStore>.as { StoreProxy($0) }
        Identifier("store")
        URLPattern("app://store")
        Scoped(to: UserSession.self)
      }
      Adapter(Service<AnyObject>(declaredProtocol: AnyObject.self), for: Service<any NoteStore>())
    }
    let session = try registry.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let store = try request.makeDestination(to: \.notes)
    #expect(try session.makeDestination(to: \.notes) === store)
    #expect(try request.router(identifier: "store")?.makeService() as? MemoryStore === store)
    #expect(try request.makeService(for: "app://store") as? MemoryStore === store)
    for _ in 0..<2 {
      #expect(
        try request.makeDestination(to: Service<AnyObject>(declaredProtocol: AnyObject.self)) === store)
    }
    let proxy = try #require(try request.makeDestination(to: Service<any RequiredStore>()) as? StoreProxy)
    #expect(proxy.store === store)
  }

  @Test func aWeaklySharedInstanceBelongsToItsScope() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        WeaklyShared()
        Scoped(to: UserSession.self)
      }
    }
    let ann = try registry.opening(UserSession(user: "ann"))
    let bob = try registry.opening(UserSession(user: "bob"))
    var store: (any NoteStore)? = try ann.makeDestination(to: \.notes)
    #expect(try ann.makeDestination(to: \.notes) === store)
    #expect(try bob.makeDestination(to: \.notes) !== store)
    weak let gone = store
    store = nil
    #expect(gone == nil)
    #expect(try ann.makeDestination(to: \.notes).name == "memory")
  }

  @Test @MainActor func viewsAreKeptByScopesToo() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Scoped(to: AppWindow.self)
      }
      Route(Previewer.init) {
        View<any PreviewInput>()
        WeaklyShared()
        Scoped(to: AppWindow.self)
      }
    }
    let first = try registry.opening(AppWindow(number: 1))
    let second = try registry.opening(AppWindow(number: 2))
    let editor = try first.makeDestination(to: \.editor)
    #expect(try first.makeDestination(to: \.editor) === editor)
    #expect(try second.makeDestination(to: \.editor) !== editor)
    let preview = try first.makeDestination(to: View<any PreviewInput>())
    #expect(try first.makeDestination(to: View<any PreviewInput>()) === preview)
    #expect(try second.makeDestination(to: View<any PreviewInput>()) !== preview)
  }

  // MARK: - Closing

  @Test func closingReleasesWhatTheScopeKeeps() async throws {
    let registry = try Registry { AttachedModule() }
    let session = try registry.opening(UserSession(user: "ann"))
    weak var attached: Attached?
    do {
      attached = try session.makeDestination(to: \.inbox).archive as? Attached
      _ = attached?.time()
    }
    #expect(attached != nil)
    await session.close()
    #expect(attached == nil)
    await session.close()
  }

  @Test func innerScopesAreClosedFirst() async throws {
    let session = try application().opening(UserSession(user: "ann"))
    let requests = try (0..<3).map { try session.opening(WebRequest(path: "\($0)")) }
    await requests[1].close()
    #expect(session.scope(UserSession.self) != nil)
    await session.close()
    for request in requests + [session] {
      #expect(request.scope(UserSession.self) == nil)
      #expect(error { _ = try request.makeDestination(to: \.archive) }?.code == .scopeClosed)
    }
  }

  @Test func aScopeThatIsDroppedReleasesItsInstances() throws {
    let registry = try Registry { AttachedModule() }
    weak var attached: Attached?
    weak var scope: OpenScope?
    do {
      let session = try registry.opening(UserSession(user: "ann"))
      attached = try session.makeDestination(to: \.inbox).archive as? Attached
      _ = attached?.time()
      scope = session.scope
      _ = try session.opening(WebRequest(path: "/"))
      #expect(attached != nil)
    }
    #expect(attached == nil && scope == nil)
  }

  @Test func whatOutlivesAScopeCannotUseIt() throws {
    let registry = try Registry { AttachedModule() }
    let attached = try #require(
      try registry.opening(UserSession(user: "ann")).makeDestination(to: \.archive) as? Attached)
    let problem = error { _ = try attached.resolver(\.inbox) }
    #expect(problem?.code == .scopeClosed)
    #expect(attached.resolver.scope(UserSession.self) == nil)
  }

  @Test func withScopeBindsAndCloses() async throws {
    let application = try application()
    let session = try application.opening(UserSession(user: "ann"))
    let (registry, path) = try await session.withScope(WebRequest(path: "/inbox")) {
      let child = Task { try Registry.current.makeDestination(to: \.handler).path }
      return (Registry.current, try await child.value)
    }
    #expect(path == "/inbox")
    #expect(error { _ = try registry.makeDestination(to: \.archive) }?.code == .scopeClosed)
    #expect(session.scope(UserSession.self)?.user == "ann")
  }

  @Test func withScopeClosesWhenTheWorkThrows() async throws {
    let application = try application()
    nonisolated(unsafe) var registry: Registry?
    await #expect(throws: Failure.self) {
      try await application.withScope(UserSession(user: "ann")) {
        registry = Registry.current
        throw Failure(description: "disk full")
      }
    }
    #expect(registry?.scope(UserSession.self) == nil && registry != nil)
  }

  @Test func withScopeClosesWhenTheTaskIsCanceled() async throws {
    let application = try application()
    let task = Task {
      try await application.withScope(UserSession(user: "ann")) {
        let registry = Registry.current
        withUnsafeCurrentTask { $0?.cancel() }
        return (registry, Task.isCancelled)
      }
    }
    let (registry, isCanceled) = try await task.value
    #expect(isCanceled)
    #expect(error { _ = try registry.makeDestination(to: \.archive) }?.code == .scopeClosed)
  }

  @Test func closingARegistryThatIsNoScopeDoesNothing() async throws {
    let application = try application()
    await application.close()
    #expect(try application.makeDestination(to: \.archive).name == "archive")
  }

  @Test func whatIsMadeWhileItsScopeIsClosedIsNotKept() async throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Scoped(to: UserSession.self)
      } make: { routes in
        routes.registry.scope?.end()
        return MemoryStore()
      }
    }
    let session = try registry.opening(UserSession(user: "ann"))
    #expect(error { _ = try session.makeDestination(to: \.notes) }?.code == .scopeClosed)
  }

  // MARK: - Derived registries

  @Test func anOverrideOfAScopeHasItsValuesAndSharesNothing() async throws {
    let session = try application().opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let inbox = try request.makeDestination(to: \.inbox)
    let test = try request.overriding {
      Route(FileArchive.init) {
        Service(\.archive)
        Singleton()
      }
    }
    let handler = try test.makeDestination(to: \.handler)
    #expect(handler.path == "/" && handler.inbox.user == "ann")
    #expect(handler.inbox !== inbox && handler.inbox.archive !== inbox.archive)
    await session.close()
    #expect(try test.makeDestination(to: \.inbox) === handler.inbox)
    let closed = try request.overriding {}
    #expect(error { _ = try closed.makeDestination(to: \.archive) }?.code == .scopeClosed)
  }

  @Test func anExtensionOfAScopeIsInTheSameScope() async throws {
    let session = try application().opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let more = try request.extending {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Scoped(to: UserSession.self)
      }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Scoped(to: WebRequest.self)
      }
    }
    let inbox = try more.makeDestination(to: \.inbox)
    #expect(try session.makeDestination(to: \.inbox) === inbox)
    #expect(try more.makeDestination(to: \.archive) === session.makeDestination(to: \.archive))
    weak let store = try more.makeDestination(to: \.notes)
    #expect(try more.makeDestination(to: \.notes) === store)
    #expect(try more.makeDestination(to: Service<any TimeSource>()).now == 42)
    await more.close()
    #expect(error { _ = try request.makeDestination(to: \.archive) }?.code == .scopeClosed)
    #expect(try session.makeDestination(to: \.inbox) === inbox)
    await session.close()
    #expect(store == nil)
  }
}

@MainActor private final class Previewer: PreviewInput {
  init() {}
}
