import Testing
import Waymark

private final class FirstScreen: Sendable {
  let store = Routed(RoutableService<any NoteStore>())
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

@Suite("Starting in stages")
struct StagedStartTests: RouteVocabulary {
  @Test func lazyDependencyMayBeMissingInAnEarlyRegistry() throws {
    let early = try Registry(name: "launch", stage: .early) { EarlyModule() }
    #expect(early.name == "launch" && early.stage == .early)
    let problem = error { _ = try early.makeDestination(to: Service<any NoteStore>()) }
    #expect(
      problem?.description == """
        nothing provides Service<any NoteStore> in the registry "launch", which is marked as early [unregistered]
            To fix: request it after the complete registry was installed, or add Service<any NoteStore>() to the early registry
        """)
  }

  @Test func eagerDependencyMustBeProvidedInAnEarlyRegistry() {
    let text = problemsOfDeriving { () throws(RegistryError) in
      try Registry(stage: .early) { Route(StoreProxy.init) { Service<any RequiredStore>() } }
    }
    #expect(text.contains("parameter 1 of Route(StoreProxy) needs any NoteStore, and nothing provides it"))
  }

  @Test func declaredDependencyMustBeProvidedInAnEarlyRegistry() {
    let text = problemsOfDeriving { () throws(RegistryError) in
      try Registry(stage: .early) {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Requires(Service<any TimeSource>())
        }
      }
    }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 2: error: Route(MemoryStore) needs Service<any TimeSource>, and nothing provides it [missing-requirement]
            Requires(Service<any TimeSource>())
            To fix: add Service<any TimeSource> to a route, or add the module that provides it to the registry
        """)
  }

  @Test func dependencyOfAReplacedRouteIsNotRequired() throws {
    let early = try Registry(stage: .early) {
      Route({ @Sendable (_: DestinationServiceRouter<any TimeSource>) in MemoryStore() }) {
        Service<any NoteStore>()
      }
    }
    let replaced = try early.overriding { Route(MemoryStore.self) { Service<any NoteStore>() } }
    let complete = try replaced.extending { Route(PlainDraft.init) { Service<any Draft>() } }
    #expect(complete.stage == .complete)
    #expect(throws: RegistryError.self) { try early.extending {} }
  }

  @Test func lazyDependencyMustBeProvidedInTheCompleteRegistry() throws {
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
    let complete = try second.extending { Route(MemoryStore.self) { Service<any NoteStore>() } }
    #expect(second.stage == .early && complete.stage == .complete)
    #expect(try second.overriding {}.stage == .early)
  }

  @Test func anEarlySingletonFindsWhatCameLater() throws {
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
    #expect(early.router(to: \.notes) == nil && early.router(identifier: "store") == nil)
    do {
      let complete = try second.extending {
        Route(MemoryStore.self) {
          Service<any NoteStore>()
          Identifier("store")
          Singleton()
        }
      }
      let store = try complete.makeDestination(to: \.notes)
      #expect(try complete.makeDestination(to: token) === screen)
      #expect(try screen.store.resolve() === store)
      #expect(try second.makeDestination(to: \.notes) === store)
      #expect(try early.router(to: \.notes)?.makeDestination() === store)
      #expect(try early.router(identifier: "store")?.makeService() as? MemoryStore === store)
      // The first complete one answers, as long as it exists.
      _ = try second.extending { Route(MemoryStore.self) { Service<any NoteStore>() } }
      #expect(try early.makeDestination(to: \.notes) === store)
    }
    #expect(error { _ = try early.makeDestination(to: \.notes) }?.code == .unregistered)
  }

  #if os(macOS) || os(Linux)
    @Test func propertyCreatedEarlyUsesTheRegistryInstalledLater() async {
      await #expect(processExitsWith: .success) {
        let early = try Registry(stage: .early) { EarlyModule() }
        Registry.install(early)
        let token = RoutableService<FirstScreen>(declaredProtocol: FirstScreen.self)
        let screen = try early.makeDestination(to: token)
        mustHold(error { _ = try screen.store.resolve() }?.code == .unregistered)
        Registry.install(
          try early.extending { Route(MemoryStore.self) { RoutableService<any NoteStore>() } })
        mustHold(screen.store().name == "memory")
      }
    }
  #endif
}
