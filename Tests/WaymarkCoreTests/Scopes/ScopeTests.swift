import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore

private struct Tenant: RouteScope { let name: String }
private struct Member: RouteScope { typealias Outer = Tenant }
private struct Call: RouteScope { typealias Outer = Member? }
private struct Folder: RouteScope { typealias Outer = Folder? }
private struct Left: RouteScope { typealias Outer = Right? }
private struct Right: RouteScope { typealias Outer = Left? }

@Suite("Scopes")
struct ScopeTests: RouteVocabulary {
  private func application() throws(RegistryError) -> Registry { try Registry { MailModule() } }

  @Test func `a scope keeps its own instances, and shares the instances around it`() throws {
    let application = try application()
    let ann = try application.opening(UserSession(user: "ann"))
    let bob = try application.opening(UserSession(user: "bob"))
    let archive = try ann.makeDestination(to: .archive)
    #expect(try application.makeDestination(to: .archive) === archive)
    #expect(try bob.makeDestination(to: .archive) === archive)
    #expect(try bob.router(to: .archive)?.makeDestination() === archive)
    // The inner scope is the first one to request the instance.
    let inbox = try ann.opening(WebRequest(path: "/")).makeDestination(to: .handler).inbox
    #expect(inbox.user == "ann" && inbox.archive === archive)
    #expect(try ann.makeDestination(to: .inbox) === inbox)
    #expect(try ann.router(to: .inbox)?.makeDestination() === inbox)
    #expect(try bob.makeDestination(to: .inbox).user == "bob")
    for path in ["/first", "/second"] {
      let request = try ann.opening(WebRequest(path: path))
      let handler = try request.makeDestination(to: .handler)
      #expect(handler.path == path && handler.inbox === inbox)
      #expect(try request.makeDestination(to: .inbox) === inbox)
    }
  }

  @Test func `the scope makes the instances that it keeps`() throws {
    let registry = try Registry { AttachedModule() }
    let session = try registry.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let attached = try #require(try request.makeDestination(to: .archive) as? Attached)
    #expect(attached.resolver.scope(WebRequest.self) == nil)
    #expect(attached.resolver.scope(UserSession.self)?.user == "ann")
    #expect(attached.time().now == 42)
    #expect(try session.makeDestination(to: .inbox).archive === attached)
  }

  /// The first request for the singleton comes from inside open scopes.
  @Test(arguments: [false, true])
  func `the root makes the instances that it keeps`(isDecorated: Bool) throws {
    let requests: [@Sendable (Registry) throws -> (any MailArchive)?] = [
      { try $0.makeDestination(to: .archive) },
      { try $0.makeDestination(to: .archive) { _ in } },
      { try $0.router(to: .archive)?.makeDestination() },
      { try $0.router(identifier: "archive")?.makeService() as? any MailArchive },
      { try Resolver(registry: $0)(.archive) },
      { try $0.makeDestination(to: .inbox).archive },
    ]
    for request in requests {
      let root = try Registry {
        Route(Attached.init(resolver:)) {
          Service(.archive)
          Identifier("archive")
          Singleton()
        }
        Route(SessionInbox.init(archive:session:)) { Service(.inbox) }
        Route(SystemTime.self) { Service<any TimeSource>() }
        if isDecorated { Decorates(.archive, with: AttachedAround.init(inner:resolver:)) }
      }
      let session = try root.opening(UserSession(user: "ann"))
      let archive = try #require(try request(try session.opening(WebRequest(path: "/"))))
      let outside = archive as? AttachedAround
      // An identifier leads to the route itself, without decorators.
      let attached = try #require((outside?.inner ?? archive) as? Attached)
      for resolver in [outside?.resolver, attached.resolver].compactMap({ $0 }) {
        #expect(resolver.scope(UserSession.self) == nil && resolver.scope(WebRequest.self) == nil)
        #expect(error { _ = try resolver(.inbox) }?.code == .scopeNotOpen)
      }
      #expect(attached.time().now == 42)
      let ofTheRoot = try root.makeDestination(to: .archive)
      #expect(((ofTheRoot as? AttachedAround)?.inner ?? ofTheRoot) === attached)
      #expect((ofTheRoot is AttachedAround) == isDecorated)
    }
  }

  @Test func `a registry returns the values of its open scopes`() throws {
    let application = try application()
    let session = try application.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/inbox"))
    #expect(application.scope(UserSession.self) == nil)
    #expect(session.scope(UserSession.self)?.user == "ann" && session.scope(WebRequest.self) == nil)
    #expect(request.scope(UserSession.self)?.user == "ann")
    #expect(request.scope(WebRequest.self)?.path == "/inbox" && request.scope(AppWindow.self) == nil)
    // A scope beside another one doesn't include its value.
    let window = try session.opening(AppWindow(number: 1))
    #expect(window.scope(AppWindow.self)?.number == 1 && window.scope(UserSession.self) == nil)
    #expect(try window.makeDestination(to: .archive) === session.makeDestination(to: .archive))
  }

  @Test func `an optional value is nil outside of its scope`() throws {
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

  @Test func `an optional router leads into a scope that opens later`() throws {
    let registry = try Registry {
      MailModule()
      Route({
        (inbox: DestinationServiceRouter<any Inbox>?, time: DestinationServiceRouter<any TimeSource>?) in
        PlainDraft(text: "\(inbox != nil), \(time != nil)")
      }) { Service<any Draft>() }
    }
    #expect(try registry.makeDestination(to: Service<any Draft>()).text == "true, false")
  }

  @Test func `an instance scoped to the root is a singleton`() throws {
    let registry = try Registry {
      scoped({ MemoryStore() }, Service(.notes), to: RootScope.self)
    }
    let store = try registry.opening(UserSession(user: "ann")).makeDestination(to: .notes)
    #expect(try registry.makeDestination(to: .notes) === store)
    #expect(registry.routes.map(\.lifetime) == [.singleton])
  }

  @Test func `every kind of request leads to the scope`() throws {
    let object = RoutableService<AnyObject>(declaredProtocol: AnyObject.self)
    let registry = try Registry {
      MailModule()
      Route(MemoryStore.self) {
        Service(.notes)
        Service<any RequiredStore>.as { StoreProxy($0) }
        Identifier("store")
        Scoped(to: UserSession.self)
      }
      Adapter(object, for: Service(.notes))
    }
    let session = try registry.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let store = try request.makeDestination(to: .notes)
    #expect(try session.makeDestination(to: .notes) === store)
    #expect(try request.router(identifier: "store")?.makeService() as? MemoryStore === store)
    for _ in 0..<2 { #expect(try request.makeDestination(to: object) === store) }
    let proxy = try #require(try request.makeDestination(to: Service<any RequiredStore>()) as? StoreProxy)
    #expect(proxy.store === store)
  }

  @Test func `a weakly shared instance belongs to its scope`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service(.notes)
        WeaklyShared()
        Scoped(to: UserSession.self)
      }
    }
    let ann = try registry.opening(UserSession(user: "ann"))
    let bob = try registry.opening(UserSession(user: "bob"))
    var store: (any NoteStore)? = try ann.makeDestination(to: .notes)
    #expect(try ann.makeDestination(to: .notes) === store)
    #expect(try bob.makeDestination(to: .notes) !== store)
    weak let gone = store
    store = nil
    #expect(gone == nil)
    #expect(try ann.makeDestination(to: .notes).name == "memory")
  }

  @Test @MainActor func `a scope also keeps views`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View(.editor)
        Scoped(to: AppWindow.self)
      }
      Route(Previewer.init) {
        View<any PreviewInput>()
        WeaklyShared()
        Scoped(to: AppWindow.self)
      }
    }
    let windows = try (0..<2).map { try registry.opening(AppWindow(number: $0)) }
    let editor = try windows[0].makeDestination(to: .editor)
    #expect(try windows[0].makeDestination(to: .editor) === editor)
    #expect(try windows[1].makeDestination(to: .editor) !== editor)
    let preview = try windows[0].makeDestination(to: View<any PreviewInput>())
    #expect(try windows[0].makeDestination(to: View<any PreviewInput>()) === preview)
    #expect(try windows[1].makeDestination(to: View<any PreviewInput>()) !== preview)
  }

  // MARK: - Optional outer scopes

  @Test func `the outer scope's value is nil without the outer scope`() throws {
    let registry = try Registry { VisitModule() }
    let visit = try registry.opening(Visit(path: "/"))
    let greeting = try visit(.visitorGreeting)
    #expect(greeting.login == nil && greeting.basket == nil && greeting.visit.path == "/")
    #expect(visit.scope(Login.self) == nil)
    #expect(error { _ = try visit(.visitorBasket) }?.code == .scopeNotOpen)
    #expect(error { _ = try visit.opening(Visit(path: "/")) }?.code == .scopeAlreadyOpen)
    // An outer scope opened inside doesn't include the inner scope.
    #expect(try visit.opening(Login(user: "ann")).scope(Visit.self) == nil)
  }

  @Test func `an open outer scope encloses the inner scope, and closes it`() async throws {
    let login = try Registry { VisitModule() }.opening(Login(user: "ann"))
    let visit = try login.opening(Visit(path: "/"))
    #expect(try visit(.visitorGreeting).login?.user == "ann")
    #expect(try visit(.visitorGreeting).basket === login(.visitorBasket))
    // An extension opens the same scopes.
    let added = try visit.extending {
      Route({ VisitorProfile(number: 1) }) { RoutableService(.visitorProfile) }
      Route(Page.init(profile:)) { RoutableService(.visitorPage) }
    }
    #expect(try added(.visitorGreeting).login?.user == "ann" && added(.visitorPage).profile.number == 1)
    await login.close()
    #expect(error { _ = try visit(.visitorGreeting) }?.code == .scopeClosed)
  }

  @Test func `the scope around a missing optional scope is required`() throws {
    let registry = try Registry {}
    #expect(error { _ = try registry.opening(Call()) }?.code == .scopeNotOpen)
    let tenant = try registry.opening(Tenant(name: "a"))
    #expect(try tenant.opening(Call()).scope(Tenant.self)?.name == "a")
    #expect(try tenant.opening(Member()).opening(Call()).scope(Member.self) != nil)
  }

  @Test func `a scope that a cycle of optional scopes encloses opens in the root`() throws {
    let application = try application()
    let folder = try application.opening(Folder())
    #expect(error { _ = try folder.opening(Folder()) }?.code == .scopeAlreadyOpen)
    #expect(try application.opening(Left()).opening(Right()).scope(Left.self) != nil)
  }

  @Test func `the graph shows the optional scope`() throws {
    let edges = try Registry { VisitModule() }.graph.edges.filter { $0.kind == .scope }
    #expect(
      edges.contains { $0.from.hasSuffix("Visit") && $0.to.hasSuffix("Login") && $0.label == "optional" })
  }
}

@MainActor private final class Previewer: PreviewInput { init() {} }

private final class AttachedAround: MailArchive {
  let inner: any MailArchive
  let resolver: Resolver
  var name: String { inner.name }
  init(inner: any MailArchive, resolver: Resolver) {
    self.inner = inner
    self.resolver = resolver
  }
}
