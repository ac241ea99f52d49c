import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct Closer {}
private struct Letter {}
private struct Sender {
  let closer: Closer
  let letter: Letter
}

extension RoutableService<Closer> { fileprivate static var closer: Self { declared() } }
extension RoutableService<Letter> { fileprivate static var letterOfEnd: Self { declared() } }
extension RoutableService<Sender> { fileprivate static var sender: Self { declared() } }

@Suite("The end of a scope, and registries derived from it")
struct ScopeEndTests: RouteVocabulary {
  private func application() throws(RegistryError) -> Registry { try Registry { MailModule() } }

  @Test(arguments: [false, true])
  func `a closed or dropped scope releases its instances`(isClosed: Bool) async throws {
    let registry = try Registry { AttachedModule() }
    weak var attached: Attached?
    weak var scope: OpenScope?
    do {
      let session = try registry.opening(UserSession(user: "ann"))
      attached = try session.makeDestination(to: .inbox).archive as? Attached
      _ = attached?.time()
      scope = session.scope
      _ = try session.opening(WebRequest(path: "/"))
      #expect(attached != nil)
      if isClosed {
        await session.close()
        #expect(attached == nil)
        try await inTime { await session.close() }
      }
    }
    #expect(attached == nil && scope == nil)
  }

  private final class Worker: Sendable {
    let task = Lock<Task<Void, any Error>?>(nil)
    deinit { task.withLock { $0?.cancel() } }
  }

  @Test func `a task that outlives its operation doesn't keep the instances of a closed scope`() async throws
  {
    let token = RoutableService<Worker>(declaredProtocol: Worker.self)
    let registry = try Registry {
      live(
        { (_: UserSession) in Worker() }, token, in: UserSession.self,
        starting: { worker in
          let task = Task { try await Task.sleep(for: .seconds(600)) }
          worker.task.withLock { $0 = task }
        })
    }
    weak var worker: Worker?
    var task: Task<Void, any Error>?
    do {
      let session = try registry.opening(UserSession(user: "ann"))
      try await session.start()
      worker = try session.makeDestination(to: token)
      task = worker?.task.withLock { $0 }
      await session.close()
    }
    // The worker's end cancels the task.
    try await inTime { await #expect(throws: CancellationError.self) { try await task?.value } }
    #expect(worker == nil)
  }

  @Test func `an object that outlives a scope can't use it`() throws {
    let registry = try Registry { AttachedModule() }
    let attached = try #require(
      try registry.opening(UserSession(user: "ann")).makeDestination(to: .archive) as? Attached)
    let problem = error { _ = try attached.resolver(.inbox) }
    #expect(problem?.code == .scopeClosed)
    #expect(attached.resolver.scope(UserSession.self) == nil)
  }

  @Test(arguments: [false, true])
  func `withScope closes the scope when the work throws or its task is canceled`(throwsError: Bool)
    async throws
  {
    let application = try application()
    let seen = Lock<Registry?>(nil)
    let task = Task {
      try await application.withScope(UserSession(user: "ann")) {
        seen.withLock { $0 = Registry.current }
        if throwsError { throw Failure(description: "disk full") }
        withUnsafeCurrentTask { $0?.cancel() }
        return Task.isCancelled
      }
    }
    switch await task.result {
    case .success(let isCanceled): #expect(!throwsError && isCanceled)
    case .failure(let error): #expect(throwsError && error is Failure)
    }
    let registry = try #require(seen.withLock { $0 })
    #expect(registry.scope(UserSession.self) == nil)
    #expect(error { _ = try registry.makeDestination(to: .archive) }?.code == .scopeClosed)
  }

  @Test func `making an instance while its scope closes throws`() async throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service(.notes)
        Scoped(to: UserSession.self)
      } make: { routes in
        routes.registry.scope?.close()
        return MemoryStore()
      }
    }
    let session = try registry.opening(UserSession(user: "ann"))
    #expect(error { _ = try session.makeDestination(to: .notes) }?.code == .scopeClosed)
  }

  // MARK: - Derived registries

  /// The memory of a kept instance must not wait for the end of a scope that never ends.
  @Test func `an installed scope and the scopes around it pin no instance`() throws {
    let session = try application().opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    request.keepForever()
    let handler = try request.makeDestination(to: .handler)
    #expect(try request.makeDestination(to: .inbox) === handler.inbox)
    for scope in [request.scope, session.scope].compactMap(\.self) {
      for slot in 0..<session.root.image.slotCount(of: scope.type) {
        var copy = InlineValue()
        #expect(!scope.copyPinned(at: slot, into: &copy))
      }
    }
  }

  /// The initializer's first argument closes the scope, and the second one isn't made or found.
  @Test(arguments: [false, true])
  func `making arguments while the scope closes throws`(isKept: Bool) throws {
    let made = Counter()
    let registry = try Registry {
      Route(Closer.self) {
        Service(.closer)
      } make: { routes in
        routes.registry.scope?.close()
        return Closer()
      }
      Route({
        made.increment()
        return Letter()
      }) {
        Service(.letterOfEnd)
        if isKept { Singleton() }
      }
      Route(Sender.init(closer:letter:)) { Service(.sender) }
    }
    _ = try registry.makeDestination(to: Service(.sender))
    #expect(made.value == 1, "a root isn't closed")
    let session = try registry.opening(UserSession(user: "ann"))
    let problem = error { _ = try session.makeDestination(to: Service(.sender)) }
    #expect(problem?.code == .scopeClosed && made.value == 1)
  }

  @Test func `an override of a scope has its values but shares no instances`() async throws {
    let session = try application().opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let inbox = try request.makeDestination(to: .inbox)
    let test = try request.overriding { kept(FileArchive.init, Service(.archive)) }
    let handler = try test.makeDestination(to: .handler)
    #expect(handler.path == "/" && handler.inbox.user == "ann")
    #expect(handler.inbox !== inbox && handler.inbox.archive !== inbox.archive)
    await session.close()
    #expect(try test.makeDestination(to: .inbox) === handler.inbox)
    let closed = try request.overriding {}
    #expect(error { _ = try closed.makeDestination(to: .archive) }?.code == .scopeClosed)
  }

  @Test func `an extension of a scope is in the same scope`() async throws {
    let session = try application().opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let more = try request.extending {
      scoped({ MemoryStore() }, Service(.notes), to: UserSession.self)
      scoped({ SystemTime() }, Service<any TimeSource>(), to: WebRequest.self)
    }
    let inbox = try more.makeDestination(to: .inbox)
    #expect(try session.makeDestination(to: .inbox) === inbox)
    #expect(try more.makeDestination(to: .archive) === session.makeDestination(to: .archive))
    weak let store = try more.makeDestination(to: .notes)
    #expect(try more.makeDestination(to: .notes) === store)
    #expect(try more.makeDestination(to: Service<any TimeSource>()).now == 42)
    await more.close()
    #expect(error { _ = try request.makeDestination(to: .archive) }?.code == .scopeClosed)
    #expect(try session.makeDestination(to: .inbox) === inbox)
    await session.close()
    #expect(store == nil)
  }
}
