import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection
import WaymarkRuntime

private final class Probe: Sendable {
  let store = Routed(RoutableService<any NoteStore>())
  let registry: Registry
  let released: @Sendable () -> Void
  init(_ registry: Registry, _ released: @escaping @Sendable () -> Void) {
    self.registry = registry
    self.released = released
  }
  deinit { released() }
}

// Another file has a private name like this one.
extension RoutableService<any NamedSecond> { fileprivate static var sharedPrivately: Self { declared() } }

private struct OpenModule: RouteModule {
  let made: Counter

  var routes: Routes {
    Route(MemoryStore.self) {
      Service<any NoteStore>()
      Singleton()
    } make: {
      made.increment()
      return MemoryStore()
    }
    Route(Editor.self, configuration: EditorConfiguration.init) {
      View<any EditorInput>()
      ViewModule<any EditorModuleConfig>()
    } make: { _, routes in
      _ = try routes(Service<any NoteStore>())
      return Editor()
    } prepare: { _, _, routes in
      _ = routes.registry.router(to: Service<any TimeSource>())
      _ = try routes(Service<any NoteStore>())
    }
    Route(SystemTime.self) { Service<any TimeSource>() }
  }
}

@MainActor @Suite("Dry run")
struct DryRunTests: RouteVocabulary {
  /// The failures of a registry's dry run.
  private func failures(_ registry: Registry) -> [Diagnostic] {
    registry.dryRun().diagnostics.filter { $0.code == .dryRunFailed }
  }

  @Test func `a dry run doesn't record a parameter's request again, nor a decorator's as its route's`() throws
  {
    let registry = try Registry {
      Route(StoredEditor.init(store:time:)) { View<any EditorInput>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Route(SystemTime.self) { Service<any TimeSource>() }
      Decorates(Service<any NoteStore>(), with: { (store: any NoteStore, time: any TimeSource) in store })
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    #expect(registry.dryRun().graph == registry.graph)
  }

  @Test
  func `a dry run records the requests of closures, and makes each destination once in another registry`()
    throws
  {
    let made = Counter()
    let registry = try Registry { OpenModule(made: made) }
    let store = try registry.makeDestination(to: Service<any NoteStore>())
    let run = registry.dryRun()
    #expect(registry.diagnostics.contains { $0.code == .openRoutes })
    #expect(registry.unreachableRoutes.count == 3)
    #expect(run.diagnostics.isEmpty)
    #expect(run.unreachableRoutes.map(\.message) == ["no declaration leads to Route(Editor)"])
    #expect(
      run.graph.edges.filter { $0.kind == .observed }.map { "\($0.from) \($0.to)" } == [
        "OpenModule.Editor OpenModule.MemoryStore", "OpenModule.Editor OpenModule.SystemTime",
      ])
    #expect(registry.graph.edges.isEmpty, "the registry's own graph stays as it was declared")
    #expect(run.graph.difference(from: registry.graph).addedEdges.count == 2)
    _ = registry.dryRun()
    #expect(made.value == 3)
    #expect(try registry.makeDestination(to: Service<any NoteStore>()) === store)
  }

  @Test func `a dry run runs the adapter of a decorated token`() throws {
    let registry = try Registry {
      service({ MemoryStore() }, Service<any NoteStore>(), EntryPoint())
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Decorates(Service<any NoteStore>()) { LoggingStore($0) }
    }
    #expect(throws: RouteError.self) { try registry.makeDestination(to: Service<any RequiredStore>()) }
    #expect(registry.dryRun().diagnostics.map(\.code) == [.dryRunFailed])
  }

  @Test func `a dry run runs each closure that a request runs`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>.as { _ in throw Failure(description: "no notes") }
        EntryPoint()
      }
      service({ SystemTime() }, Service<any TimeSource>(), EntryPoint())
      Decorates(Service<any TimeSource>()) { _ in throw Failure(description: "no time") }
      Route({ PlainDraft() }) { Service<any Draft>() }
      Adapter(Service<any RequiredDraft>(), for: Service<any Draft>()) { _ in
        throw Failure(description: "no draft")
      }
    }
    let details = failures(registry).map { $0.detail ?? "" }
    #expect(details.count == 3)
    for (detail, reason) in zip(details, ["no notes", "no time", "no draft"]) {
      #expect(detail.contains(reason))
    }
  }

  @Test func `a dry run reports a failure at its route and continues`() throws {
    let line = #line
    let registry = try Registry {
      Route({ () throws -> PlainDraft in throw Failure(description: "no paper") }) { Service<any Draft>() }
      Route({ (draft: any Draft) in PlainDraft(text: draft.text) }) { Service<any RequiredDraft>() }
      Adapter(Service<any RequiredStore>(), for: Service<any Draft>()) { _ in MemoryStore() }
      Route({ (routes: Resolver) in HeadingEditor(try routes(View<any EditorInput>())) }) {
        View<any HeadingInput>()
      }
      Route({ (routes: Resolver) in
        _ = try routes(Service<any EditorInput>())
        return Editor()
      }) { View<any EditorInput>() }
    }
    let failed = failures(registry)
    #expect(failed.map(\.severity) == [.error, .error])
    #expect(
      relative(failed[0].description, fileID: #fileID, line: line).withoutRemedies == """
        line + 2: error: a dry run could not make PlainDraft [dry-run-failed]
            the factory of PlainDraft failed: no paper (Failure) [factoryFailed]
                while making PlainDraft (line + 2)
        """)
    #expect(failed[1].detail?.hasPrefix("nothing provides Service<any EditorInput> in this registry") == true)
  }

  @Test func `a dry run reports the first route that fails because of its request`() throws {
    let limit = RoutableServiceModule<Int>(declaredProtocol: Int.self)
    let registry = try Registry {
      Route({ (draft: any Draft) in PlainDraft(text: draft.text) }) { Service<any RequiredDraft>() }
      Route({ (routes: Resolver) in
        _ = try routes(limit).makeDestination(as: Service<any TimeSource>(), with: 0)
        return PlainDraft()
      }) { Service<any Draft>() }
      Route(SystemTime.self, configuration: Int.self) {
        limit
        Service<any TimeSource>()
      } make: { limit, _ in
        guard limit > 0 else { throw Failure(description: "no time") }
        return SystemTime()
      }
      Route({ (routes: Resolver) in
        StoreProxy(try routes(Service<any NoteStore>()) { _ in throw Failure(description: "full") })
      }) { Service<any RequiredStore>() }
      Route(MemoryStore.self) { Service<any NoteStore>() }
    }
    let failed = failures(registry)
    #expect(
      failed.map(\.message) == [
        "a dry run could not make PlainDraft", "a dry run could not make StoreProxy",
      ])
    for (failure, reason) in zip(failed, ["no time", "full"]) {
      #expect(failure.detail?.contains(reason) == true)
    }
  }

  @Test func `an accepted failure explains the failures of its dependents`() throws {
    let registry = try Registry {
      service(
        { () throws -> MemoryStore in throw Failure(description: "no disk") }, Service<any NoteStore>(),
        Accepts(.dryRunFailed, because: "a test has no disk"))
      Route(StoreProxy.init) { Service<any RequiredStore>() }
    }
    #expect(registry.diagnostics == [] && registry.dryRun().diagnostics == [])
  }

  @Test(arguments: [false, true])
  func `a dry run finds a singleton that requests an instance of a scope`(isKept: Bool) throws {
    let registry = try Registry {
      live({ MemoryStore() }, Service<any NoteStore>(), in: UserSession.self)
      Route({ (routes: Resolver) in StoreProxy(try routes(Service<any NoteStore>())) }) {
        Service<any RequiredStore>()
        if isKept { Singleton() }
      }
    }
    let failed = failures(registry)
    #expect(failed.map(\.message) == (isKept ? ["a dry run could not make StoreProxy"] : []))
    #expect(failed.allSatisfy { $0.detail?.contains("[scopeNotOpen]") == true })
  }

  @Test(arguments: [false, true])
  func `a dry run releases its instances, also if a factory retains its registry`(isRetained: Bool) throws {
    let (retained, released) = (Lock<Registry?>(nil), Counter())
    let registry = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      live(
        { (routes: Resolver) in Probe(routes.registry) { released.increment() } },
        Service<Probe>(declaredProtocol: Probe.self))
      Route({ (routes: Resolver) in
        if isRetained { retained.withLock { $0 = routes.registry } }
        return PlainDraft()
      }) { Service<any Draft>() }
    }
    _ = registry.dryRun()
    #expect(released.value == 1)
    #expect(retained.withLock { $0 != nil } == isRetained)
  }

  @Test func `a dry run reports a cycle through closures`() throws {
    let failed = failures(
      try Registry {
        Route({ (routes: Resolver) in MemoryStore(name: try routes(Service<any RequiredStore>()).name) }) {
          Service<any NoteStore>()
        }
        Route(StoreProxy.init) { Service<any RequiredStore>() }
      })
    #expect(!failed.isEmpty)
    #expect(failed.allSatisfy { $0.detail?.contains("factories depend on each other in a cycle") == true })
  }

  @Test func `a dry run records the requests of a decorator's closure as the decorator's`() throws {
    let registry = try Registry {
      service({ MemoryStore() }, Service<any NoteStore>(), EntryPoint())
      Route(SystemTime.self) { Service<any TimeSource>() }
      Decorates(Service<any NoteStore>()) { (store: any NoteStore, routes: Resolver) in
        LoggingStore(store, "\(try routes(Service<any TimeSource>()).now)")
      }
    }
    let run = registry.dryRun()
    #expect(run.unreachableRoutes == [])
    let decorator = try #require(run.graph.nodes.first { $0.role == .decorator })
    #expect(decorator.requires == ["Service<any TimeSource>"])
    #expect(
      run.graph.edges.filter { $0.kind == .observed }.map { "\($0.from) \($0.to)" } == [
        "\(decorator.id) WaymarkInspectionTests.SystemTime"
      ])
  }

  @Test func `a request reaches only one of the routes that a loop declares`() throws {
    let names = [Service(.mainLedger), Service(.copyLedger)]
    let registry = try Registry {
      for name in names { Route({ Book(label: "") }) { name } }
      Route(SystemTime.self) {
        Service<any TimeSource>()
        EntryPoint()
      } make: { routes in
        _ = try routes(.mainLedger)
        return SystemTime()
      }
    }
    #expect(registry.unreachableRoutes.count == 2)
    #expect(registry.dryRun().unreachableRoutes.count == 1)
  }

  @Test func `a route that requests only itself is unreachable`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
      } make: { routes in
        _ = try? routes(Service<any NoteStore>())
        return MemoryStore()
      }
    }
    #expect(registry.dryRun().unreachableRoutes.map(\.code) == [.unreachableRoute])
  }
}
