import SharedFixtures
import Testing
import WaymarkCore

private final class FirstScreen: Sendable {
  let store = Routed(RoutableService(.notes))
}

private struct EarlyModule: RouteModule {
  static let line = #line
  var routes: Routes {
    Route(FirstScreen.self) {
      Service<FirstScreen>(declaredProtocol: FirstScreen.self)
      EntryPoint()
    } make: {
      FirstScreen()
    }
  }
}

@MainActor private struct NothingFound: ViewDestination {}

@Suite("Starting in stages")
struct StagedStartTests: RouteVocabulary {
  @Test func `an early registry may lack a lazy dependency`() throws {
    let early = try Registry(name: "launch", stage: .early) { EarlyModule() }
    #expect(early.name == "launch" && early.stage == .early)
    let problem = error { _ = try early.makeDestination(to: Service(.notes)) }
    #expect(
      problem?.description == """
        nothing provides Service(.notes) in the registry "launch", which is marked as early [unregistered]
            To fix: request it after the complete registry was installed
                or: add Service(.notes) to the early registry
        """)
  }

  @Test func `an error in an early registry without routes is one sentence`() throws {
    let early = try Registry(stage: .early) {}
    #expect(
      error { _ = try early.makeDestination(to: Service(.notes)) }?.message
        == "nothing provides Service(.notes) in this registry, which has no routes and is marked as early")
    #expect(
      error { _ = try early.makeService(identifier: "store") }?.message
        == "no route has Identifier(\"store\") in this registry, which has no routes and is marked as early")
  }

  @Test func `an early registry must provide an eager dependency`() {
    let text = problemsOfDeriving { () throws(RegistryError) in
      try Registry(stage: .early) { Route(StoreProxy.init) { Service<any RequiredStore>() } }
    }
    #expect(text.contains("parameter 1 of Route(StoreProxy) needs any NoteStore, and nothing provides it"))
  }

  @Test func `an early registry must provide a declared dependency`() {
    let text = problemsOfDeriving { () throws(RegistryError) in
      try Registry(stage: .early) {
        Route(MemoryStore.self) {
          Service(.notes)
          Requires(Service<any TimeSource>())
        }
      }
    }
    #expect(
      text.outline == """
        error: 1 problem in 1 route
        line + 2: error [missing-requirement]
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

  @Test func `a closure waits for the complete registry, or runs at once after it`() throws {
    let log = Log()
    let early = try Registry(stage: .early) { EarlyModule() }
    early.whenCompleted { log.append("waited") }
    let second = try early.extending(stage: .early) { Route(SystemTime.self) { Service<any TimeSource>() } }
    #expect(log.all.isEmpty)
    let complete = try second.extending { Route(MemoryStore.self) { Service(.notes) } }
    #expect(log.all == ["waited"])
    early.whenCompleted { log.append("at once") }
    #expect(log.all == ["waited", "at once"])
    withExtendedLifetime(complete) {}
  }

  @Test func `an early singleton finds later routes`() throws {
    let token = RoutableService<FirstScreen>(declaredProtocol: FirstScreen.self)
    let early = try Registry(stage: .early) {
      Route(FirstScreen.self) {
        token
        Singleton()
        EntryPoint()
      } make: {
        FirstScreen()
      }
    }
    let second = try early.extending(stage: .early) {}
    let screen = try second.makeDestination(to: token)
    #expect(error { _ = try screen.store.resolve() }?.code == .unregistered)
    #expect(early.router(to: .notes) == nil && early.router(identifier: "store") == nil)
    do {
      let complete = try second.extending {
        Route(MemoryStore.self) {
          Service(.notes)
          Identifier("store")
          Singleton()
        }
      }
      let store = try complete.makeDestination(to: .notes)
      #expect(try complete.makeDestination(to: token) === screen)
      #expect(try screen.store.resolve() === store)
      #expect(try second.makeDestination(to: .notes) === store)
      #expect(try early.router(to: .notes)?.makeDestination() === store)
      #expect(try early.router(identifier: "store")?.makeService() as? MemoryStore === store)
      // The first complete one answers, as long as it exists.
      _ = try second.extending { Route(MemoryStore.self) { Service(.notes) } }
      #expect(try early.makeDestination(to: .notes) === store)
    }
    #expect(error { _ = try early.makeDestination(to: .notes) }?.code == .unregistered)
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
  #endif

  // MARK: - Requests of an early registry that its complete extension answers

  /// An early registry, and the modules that complete it.
  private func stages() throws -> (early: Registry, complete: () throws -> Registry) {
    let early = try Registry(name: "launch", stage: .early) {
      Route(PlainDraft.self) {
        Service<any Draft>()
      } make: {
        PlainDraft(text: "early")
      }
    }
    return (
      early,
      {
        try early.extending {
          Route(MemoryStore.self) {
            Service(.notes)
            Identifier("store")
            Singleton()
          }
          FallbackRoute(NothingFound.self)
          Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
          Route(Editor.self) { View<any EditorInput>() }
        }
      }
    )
  }

  @MainActor
  @Test
  func `an early registry's identifiers, classes, and collections use its extension`()
    throws
  {
    let (early, complete) = try stages()
    let all = try complete()
    let store = try all.makeDestination(to: .notes)
    #expect(try early.makeService(identifier: "store") as AnyObject === store)
    #expect(try early.makeDestination(identifier: "unknown") is NothingFound)
    #expect(early.contributions(to: .healthChecks).keys == ["disk"])
    #expect(try early.makeDestinations(of: .healthChecks).map(\.name) == ["disk"])
    let editor = Editor()
    #expect(early.canPrepare(editor))
    #expect(try early.prepare(editor) === editor)
  }

  @MainActor @Test func `an error about a class says that the registry is early`() throws {
    let early = try Registry(name: "launch", stage: .early) { EarlyModule() }
    let thrown = error { _ = try early.prepare(Editor()) }
    #expect(
      thrown?.message
        == "no route makes Editor or one of its superclasses in the registry \"launch\", which is marked as early"
    )
  }

  @Test func `an error about an identifier says that the registry is early`() throws {
    let early = try Registry(name: "launch", stage: .early) { EarlyModule() }
    let identifier = error { _ = try early.makeService(identifier: "store") }
    #expect(
      identifier?.description == """
        no route has Identifier("store") in the registry "launch", which is marked as early [unregistered]
            To fix: request it after the complete registry was installed
                or: add Identifier("store") to the early registry
        """)
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

  @Test(arguments: [true, false])
  func `an early route's optional and array parameters use the extension`(isKept: Bool) throws {
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
    for registry in [early, complete] {
      let late = try registry.makeDestination(to: token)
      #expect(late.store != nil && late.router != nil)
      #expect(late.checks.count == 1)
      #expect(late.keyed.count == 1)
    }
  }
}
