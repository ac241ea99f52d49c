import SharedFixtures
import Testing
import WaymarkCore

private final class FirstScreen: Sendable {
  let store = Routed(RoutableService(.notes))
}

private struct EarlyModule: RouteModule {
  static let line = #line
  var routes: Routes {
    Route({ FirstScreen() }) {
      Service<FirstScreen>(declaredProtocol: FirstScreen.self)
      EntryPoint()
    }
  }
}

@MainActor private struct NothingFound: ViewDestination {}

@Suite("Starting in stages")
struct StagedStartTests: RouteVocabulary {
  @MainActor @Test func `errors of an early registry say that it is early`() throws {
    let early = try Registry(name: "launch", stage: .early) { EarlyModule() }
    #expect(early.name == "launch" && early.stage == .early)
    #expect(
      error { _ = try early.makeDestination(to: Service(.notes)) }?.description == """
        nothing provides Service(.notes) in the registry "launch", which is marked as early [unregistered]
            To fix: request it after the complete registry was installed
                or: add Service(.notes) to the early registry
        """)
    #expect(
      error { _ = try AnyRouter(identifier: "store", in: early).makeService() }?.description == """
        no route has Identifier("store") in the registry "launch", which is marked as early [unregistered]
            To fix: request it after the complete registry was installed
                or: add Identifier("store") to the early registry
        """)
    #expect(
      error { _ = try early.prepare(Editor()) }?.message
        == "no route makes Editor or one of its superclasses in the registry \"launch\", which is marked as early"
    )
    let empty = try Registry(stage: .early) {}
    #expect(
      error { _ = try empty.makeDestination(to: Service(.notes)) }?.message
        == "nothing provides Service(.notes) in this registry, which has no routes and is marked as early")
    #expect(
      error { _ = try AnyRouter(identifier: "store", in: empty).makeService() }?.message
        == "no route has Identifier(\"store\") in this registry, which has no routes and is marked as early")
    let named = try Registry(stage: .early) {
      Route(MemoryStore.self) {
        Service(.notes)
        Identifier("store")
      }
    }
    let misspelled = error { _ = try AnyRouter(identifier: "stroe", in: named).makeService() }
    #expect(misspelled?.remedy?.hasPrefix("did you mean \"store\"?\n") == true)
  }

  @Test func `an early registry must provide eager and declared dependencies`() {
    let text = problemsOfDeriving { () throws(RegistryError) in
      try Registry(stage: .early) {
        Route(StoreProxy.init) { Service<any RequiredStore>() }
        Route({ PlainDraft() }) {
          Service<any Draft>()
          Requires(Service<any TimeSource>())
        }
      }
    }
    #expect(text.contains("parameter 1 of Route(StoreProxy) needs any NoteStore, and nothing provides it"))
    #expect(
      text.outline == """
        error: 2 problems in 2 routes
        line + 2: error [missing-requirement]
        line + 3: error [missing-requirement]
            Requires(Service<any TimeSource>())
        """)
  }

  @Test func `a replaced route's dependency isn't required`() throws {
    let early = try Registry(stage: .early) {
      Route({ @Sendable (_: DestinationServiceRouter<any TimeSource>) in MemoryStore() }) {
        Service(.notes)
      }
    }
    let replaced = try early.overriding { Route(MemoryStore.self) { Service(.notes) } }
    let complete = try replaced.extending { Route({ PlainDraft() }) { Service<any Draft>() } }
    #expect(complete.stage == .complete)
    #expect(throws: RegistryError.self) { try early.extending {} }
  }

  @Test func `a complete registry must provide a lazy dependency`() throws {
    let early = try Registry(stage: .early) { EarlyModule() }
    let text = problemsOfDeriving(line: EarlyModule.line) { () throws(RegistryError) in
      try early.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
    }
    #expect(
      text.hasPrefix(
        """
        error: 1 problem in 2 routes
        line + 2: error: the @Routed property store of Route(FirstScreen) needs Service<any NoteStore>, and nothing provides it [missing-requirement]
        """))
    let second = try early.extending(stage: .early) { Route(SystemTime.self) { Service<any TimeSource>() } }
    let complete = try second.extending { Route(MemoryStore.self) { Service(.notes) } }
    #expect(second.stage == .early && complete.stage == .complete)
    #expect(try second.overriding {}.stage == .early && complete.extending(stage: .early) {}.stage == .early)
    #expect(try Registry(stage: .early) {}.extending {}.stage == .complete)
  }

  #if os(macOS) || os(Linux)
    @Test func `a property created early uses the registry installed later`() async {
      await #expect(processExitsWith: .success) {
        let early = try Registry(stage: .early) { EarlyModule() }
        Registry.install(early)
        let token = RoutableService<FirstScreen>(declaredProtocol: FirstScreen.self)
        let screen = try early.makeDestination(to: token)
        mustHold(error { _ = try screen.store.resolve() }?.code == .unregistered)
        Registry.install(
          try early.extending { Route(MemoryStore.self) { RoutableService(.notes) } })
        mustHold(screen.store().name == "memory")
      }
    }

    /// The early registry makes its own instances, also when the complete one is installed already.
    @Test func `a property of an instance that the early registry keeps uses the registry installed later`()
      async
    {
      await #expect(processExitsWith: .success) {
        let token = RoutableService<FirstScreen>(declaredProtocol: FirstScreen.self)
        let early = try Registry(stage: .early) { kept({ FirstScreen() }, token) }
        Registry.install(early)
        let second = try early.extending(stage: .early) {
          Route(SystemTime.self) { Service<any TimeSource>() }
        }
        Registry.install(try second.extending { Route(MemoryStore.self) { RoutableService(.notes) } })
        mustHold(try Registry.current.makeDestination(to: token).store().name == "memory")
      }
    }
  #endif

  @Test func `an instance that an early registry keeps is told to move if it misses something`() throws {
    let token = RoutableService<FirstScreen>(declaredProtocol: FirstScreen.self)
    let early = try Registry(name: "launch", stage: .early) { kept({ FirstScreen() }, token) }
    let complete = try early.extending { Route(MemoryStore.self) { Service(.notes) } }
    let screen = try complete.makeDestination(to: token)
    #expect(
      error { _ = try screen.store.resolve() }?.remedy == """
        add Service(.notes) to the early registry, which makes the instances that it keeps by itself
        move the route of the instance to the extension
        """)
  }

  // MARK: - Requests of an early registry

  @MainActor
  @Test func `an early registry doesn't look into its extension`() throws {
    let early = try Registry(name: "launch", stage: .early) {
      Route({ PlainDraft(text: "early") }) { Service<any Draft>() }
    }
    let complete = try early.extending {
      Route(MemoryStore.self) {
        Service(.notes)
        Identifier("store")
        Singleton()
      }
      FallbackRoute(NothingFound.self)
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      Route(Editor.self) { View<any EditorInput>() }
    }
    #expect(early.router(to: .notes) == nil && early.router(identifier: "store") == nil)
    #expect(early.anyRouter(requesting: (any EditorInput).self) == nil)
    #expect(error { _ = try AnyRouter(identifier: "store", in: early).makeService() }?.code == .unregistered)
    #expect(try early.makeDestinations(of: .healthChecks).isEmpty)
    #expect(early.contributions(to: .healthChecks).isEmpty && !early.canPrepare(Editor()))
    #expect(complete.contributions(to: .healthChecks).keys == ["disk"])
    #expect(try complete.makeDestination(identifier: "unknown") is NothingFound)
  }

  private final class Late: Sendable {
    let store: (any NoteStore)?
    let router: DestinationServiceRouter<any NoteStore>?
    let checks: [any HealthCheck]
    let keyed: [String: any HealthCheck]
    init(
      store: (any NoteStore)?, router: DestinationServiceRouter<any NoteStore>?,
      checks: [any HealthCheck], keyed: [String: any HealthCheck]
    ) { (self.store, self.router, self.checks, self.keyed) = (store, router, checks, keyed) }
  }

  /// The early registry makes its own instances, also for its extension.
  @Test(arguments: [true, false])
  func `an early route's optional and array parameters come from the registry that makes it`(isKept: Bool)
    throws
  {
    let token = RoutableService<Late>(declaredProtocol: Late.self)
    let early = try Registry(stage: .early) {
      Route(Late.init(store:router:checks:keyed:)) {
        token
        if isKept { Singleton() }
      }
    }
    let complete = try early.extending {
      Route(MemoryStore.self) { Service(.notes) }
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
    }
    let late = try complete.makeDestination(to: token)
    #expect((late.store != nil) == !isKept && (late.router != nil) == !isKept)
    #expect(late.checks.count == (isKept ? 0 : 1) && late.keyed.count == late.checks.count)
    #expect(try early.makeDestination(to: token).store == nil)
  }

  /// The router is a parameter of a kept instance, or of a part of one.
  @Test(arguments: [true, false], [true, false])
  func `a router in an instance that an early registry keeps needs a provider there`(
    isPart: Bool, isKept: Bool
  ) throws {
    let line = #line
    let early = try Registry(stage: .early) {
      kept(
        { @Sendable (_: DestinationServiceRouter<any NoteStore>) in SystemTime() },
        Service<any TimeSource>(), if: isKept && !isPart)
      if isPart {
        kept({ @Sendable (_: any TimeSource) in MemoryStore() }, Service<any RequiredStore>(), if: isKept)
      }
    }
    let text = problemsOfDeriving(line: line) { () throws(RegistryError) in
      try early.extending { Route(MemoryStore.self) { Service(.notes) } }
    }
    let reason =
      isPart
      ? "makes the instance, for one that it keeps, without the extension"
      : "keeps the instance, and makes it without the extension"
    let expected = """
      error: 1 problem in \(isPart ? 3 : 2) routes
      line + 2: error: parameter 1 of Route(SystemTime) needs Service<any NoteStore>, and only the extension provides it [missing-requirement]
          the early registry \(reason)
          To fix: add Service<any NoteStore>() to a route of the early registry
              or: use a @Routed property instead of the parameter
      """
    #expect(text == (isKept ? expected : ""))
  }

  @Test func `a router that nothing provides is reported once for all instances of its route`() throws {
    let early = try Registry(stage: .early) {
      Route({ @Sendable (_: DestinationServiceRouter<any NoteStore>) in SystemTime() }) {
        Service<any TimeSource>()
      }
      kept({ @Sendable (_: any TimeSource) in MemoryStore() }, Service<any RequiredStore>())
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try early.extending { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    }
    #expect(text.codes == ["missing-requirement"])
    #expect(
      text.contains(
        "parameter 1 of Route(SystemTime) needs a router to Service<any NoteStore>, and nothing provides it"))
  }

  @Test func `a scope of an early registry doesn't have the routes that its extension adds`() throws {
    let early = try Registry(stage: .early) { Route(SystemTime.self) { Service<any TimeSource>() } }
    let session = try early.opening(UserSession(user: "ann"))
    let complete = try session.extending {
      scoped({ MemoryStore() }, Service(.notes), to: UserSession.self)
    }
    #expect(error { _ = try session.makeDestination(to: .notes) }?.code == .unregistered)
    let store = try complete.makeDestination(to: .notes)
    #expect(try complete.makeDestination(to: .notes) === store)
    #expect(complete.scope(UserSession.self)?.user == "ann")
  }
}
