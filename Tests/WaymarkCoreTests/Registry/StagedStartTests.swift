import SharedFixtures
import Testing
import WaymarkCore

private final class FirstScreen: Sendable {
  let store = Routed(RoutableService(.notes))
}
extension RoutableService<FirstScreen> { fileprivate static var firstScreen: Self { declared() } }

private let times = RoutableService<any TimeSource>()

/// Instances with dependencies that may come from the extension of an early registry.
private final class Late: Sendable {
  let counts: [Int]
  init(
    store: (any NoteStore)?, router: DestinationServiceRouter<any NoteStore>?,
    checks: [any HealthCheck], keyed: [String: any HealthCheck]
  ) {
    counts = [store == nil ? 0 : 1, router == nil ? 0 : 1, checks.count, keyed.count]
  }
}
extension RoutableService<Late> { fileprivate static var late: Self { declared() } }

@MainActor private struct NothingFound: ViewDestination {}

@Suite("Starting in stages")
struct StagedStartTests: RouteVocabulary {
  /// An early registry with a screen that needs a store later.
  private func early(_ name: String? = nil, isKept: Bool = false) throws -> Registry {
    try Registry(name: name, stage: .early) { kept({ FirstScreen() }, .firstScreen, if: isKept) }
  }

  @MainActor @Test func `errors of an early registry say that it is early`() throws {
    let early = try early("launch")
    #expect(early.name == "launch" && early.stage == .early)
    #expect(
      error { _ = try early(.notes) }?.description == """
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
    let isEmpty = "in this registry, which has no routes and is marked as early"
    #expect(error { _ = try empty(.notes) }?.message == "nothing provides Service(.notes) \(isEmpty)")
    let identified = error { _ = try AnyRouter(identifier: "store", in: empty).makeService() }
    #expect(identified?.message == "no route has Identifier(\"store\") \(isEmpty)")
    let named = try Registry(stage: .early) {
      service({ MemoryStore() }, .notes, Identifier("store"))
    }
    let misspelled = error { _ = try AnyRouter(identifier: "stroe", in: named).makeService() }
    #expect(misspelled?.remedy?.hasPrefix("did you mean \"store\"?\n") == true)
  }

  @Test func `an early registry must provide eager and declared dependencies`() {
    let text = problemsOfDeriving { () throws(RegistryError) in
      try Registry(stage: .early) {
        Route(StoreProxy.init) { Service<any RequiredStore>() }
        service({ PlainDraft() }, Service<any Draft>(), Requires(times))
      }
    }
    #expect(text.contains("parameter 1 of Route(StoreProxy) needs any NoteStore, and nothing provides it"))
    #expect(text.findings == ["line + 2 missing-requirement", "line + 3 missing-requirement"])
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
    let early = try early()
    let text = problemsOfDeriving { () throws(RegistryError) in
      try early.extending { Route(SystemTime.self) { times } }
    }
    #expect(
      text.contains(
        "the @Routed property store of Route(FirstScreen) needs Service<any NoteStore>, and nothing provides it"
      ))
    #expect(text.codes == ["missing-requirement"])
    let second = try early.extending(stage: .early) { Route(SystemTime.self) { times } }
    let complete = try second.extending { Route(MemoryStore.self) { Service(.notes) } }
    #expect(second.stage == .early && complete.stage == .complete)
    #expect(try second.overriding {}.stage == .early && complete.extending(stage: .early) {}.stage == .early)
    #expect(try Registry(stage: .early) {}.extending {}.stage == .complete)
  }

  #if os(macOS) || os(Linux)
    @Test func `a property created early uses the registry installed later`() async {
      await #expect(processExitsWith: .success) {
        let early = try Registry(stage: .early) { Route({ FirstScreen() }) { RoutableService(.firstScreen) } }
        Registry.install(early)
        let screen = try early(.firstScreen)
        mustHold(error { _ = try screen.store.resolve() }?.code == .unregistered)
        Registry.install(try early.extending { Route(MemoryStore.self) { RoutableService(.notes) } })
        mustHold(screen.store().name == "memory")

        // The early registry makes its own instances, also when the complete one is installed already.
        let keeping = try Registry(stage: .early) { kept({ FirstScreen() }, .firstScreen) }
        Registry.install(keeping)
        let second = try keeping.extending(stage: .early) { Route(SystemTime.self) { times } }
        Registry.install(try second.extending { Route(MemoryStore.self) { RoutableService(.notes) } })
        mustHold(try Registry.current(.firstScreen).store().name == "memory")
      }
    }
  #endif

  @Test func `an instance that an early registry keeps is told to move if it misses something`() throws {
    let complete = try early("launch", isKept: true).extending { Route(MemoryStore.self) { Service(.notes) } }
    let screen = try complete(.firstScreen)
    #expect(
      error { _ = try screen.store.resolve() }?.remedy == """
        add Service(.notes) to the early registry, which makes the instances that it keeps by itself
        move the route of the instance to the extension
        """)
  }

  // MARK: - Requests of an early registry

  @MainActor
  @Test func `an early registry doesn't look into its extension`() throws {
    let early = try early()
    let complete = try early.extending {
      service({ MemoryStore() }, .notes, Identifier("store"))
      FallbackRoute(NothingFound.self)
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
      Route(Editor.self) { View(.editor) }
    }
    #expect(early.router(to: .notes) == nil && early.router(identifier: "store") == nil)
    #expect(early.anyRouter(requesting: (any EditorInput).self) == nil)
    #expect(error { _ = try AnyRouter(identifier: "store", in: early).makeService() }?.code == .unregistered)
    #expect(try early.makeDestinations(of: .healthChecks).isEmpty)
    #expect(early.contributions(to: .healthChecks).isEmpty && !early.canPrepare(Editor()))
    #expect(complete.contributions(to: .healthChecks).keys == ["disk"])
    #expect(try complete.makeDestination(identifier: "unknown") is NothingFound)
  }

  /// The early registry makes its own instances, also for its extension.
  @Test(arguments: [true, false])
  func `an early route's optional and array parameters come from the registry that makes it`(isKept: Bool)
    throws
  {
    let early = try Registry(stage: .early) {
      Route(Late.init(store:router:checks:keyed:)) {
        Service(.late)
        if isKept { Singleton() }
      }
    }
    let complete = try early.extending {
      Route(MemoryStore.self) { Service(.notes) }
      Route(DiskCheck.init) { Contributes(to: .healthChecks, as: "disk") }
    }
    #expect(try complete(.late).counts == (isKept ? [0, 0, 0, 0] : [1, 1, 1, 1]))
    #expect(try early(.late).counts == [0, 0, 0, 0])
  }

  /// The router is a parameter of a kept instance, or of a part of one.
  ///
  /// `RandomScopesTests` has more forms.
  @Test(arguments: [true, false])
  func `a router in an instance that an early registry keeps needs a provider there`(isPart: Bool) throws {
    let line = #line
    let early = try Registry(stage: .early) {
      kept({ @Sendable (_: DestinationServiceRouter<any NoteStore>) in SystemTime() }, times, if: !isPart)
      if isPart { kept({ @Sendable (_: any TimeSource) in MemoryStore() }, Service<any RequiredStore>()) }
    }
    func text(@RoutesBuilder _ added: () -> Routes) -> String {
      problemsOfDeriving(line: line) { () throws(RegistryError) in try early.extending(added) }
    }
    let reason =
      isPart
      ? "makes the instance, for one that it keeps, without the extension"
      : "keeps the instance, and makes it without the extension"
    #expect(
      text { Route(MemoryStore.self) { Service(.notes) } } == """
        error: 1 problem in \(isPart ? 3 : 2) routes
        line + 2: error: parameter 1 of Route(SystemTime) needs Service<any NoteStore>, and only the extension provides it [missing-requirement]
            the early registry \(reason)
            To fix: add Service<any NoteStore>() to a route of the early registry
                or: use a @Routed property instead of the parameter
        """)
    // A missing provider is reported once for all instances of its route.
    let missing = text { Route(DiskCheck.init) { Contributes(to: .healthChecks) } }
    #expect(missing.codes == ["missing-requirement"])
    #expect(missing.contains("needs a router to Service<any NoteStore>, and nothing provides it"))
  }

  @Test func `a scope of an early registry doesn't have the routes that its extension adds`() throws {
    let early = try Registry(stage: .early) { Route(SystemTime.self) { times } }
    let session = try early.opening(UserSession(user: "ann"))
    let complete = try session.extending {
      scoped({ MemoryStore() }, Service(.notes), to: UserSession.self)
    }
    #expect(error { _ = try session(.notes) }?.code == .unregistered)
    let store = try complete(.notes)
    #expect(try complete(.notes) === store)
    #expect(complete.scope(UserSession.self)?.user == "ann")
  }
}
