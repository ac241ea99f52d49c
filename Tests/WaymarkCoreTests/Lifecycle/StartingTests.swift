import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Starting a registry")
struct StartingTests: RouteVocabulary {
  private let journal = Journal()

  private func server() throws(RegistryError) -> Registry { try Registry { ServerModule(journal: journal) } }

  @Test func `instances start in the order of the graph`() async throws {
    let registry = try server()
    try await registry.start()
    #expect(
      journal.all == [
        "DiskStorage didStart", "start pool at /tmp", "FixedPool didStart", "WebClients didStart",
      ])
    let clients = try registry.makeDestination(to: .clients)
    #expect(try registry.makeDestination(to: .pool) === clients.pool)
    #expect(try registry.makeDestination(to: .storage) === clients.pool.storage)
  }

  @Test func `the start order is printable`() throws {
    let registry = try server()
    #expect(
      registry.startOrder.map(\.description) == [
        "DiskStorage", "FixedPool waits for DiskStorage", "WebClients waits for FixedPool",
      ])
    #expect(registry.startOrder.map(\.destination) == ["DiskStorage", "FixedPool", "WebClients"])
    #expect(registry.startOrder[1].location.fileID == "SharedFixtures/Lifecycle.swift")
    #expect(try Registry {}.startOrder.isEmpty)
  }

  @Test func `Waymark computes the start order of a root and of each kind of scope once`() throws {
    let registry = try server()
    let visits = try (1...2).map { try registry.opening(Visit(path: "/\($0)")) }
    let session = try registry.opening(UserSession(user: "ann"))
    #expect(registry.lifecycleGraph === registry.lifecycleGraph)
    #expect(visits[0].lifecycleGraph === visits[1].lifecycleGraph)
    let graphs = [registry, visits[0], session].map(\.lifecycleGraph)
    #expect(Set(graphs.map(ObjectIdentifier.init)).count == 3)
  }

  @Test func `stopping reverses the order`() async throws {
    let registry = try server()
    try await registry.start()
    let before = journal.all.count
    await registry.stop()
    #expect(
      journal.all[before...] == [
        "stop clients", "WebClients didStop", "stop pool at /tmp", "FixedPool didStop", "stop storage",
        "DiskStorage didStop",
      ])
    await registry.stop()
    #expect(journal.all.count == before + 6)
  }

  @Test func `stopping without a start does nothing`() async throws {
    await (try server()).stop()
    await (try Registry {}).stop()
    #expect(journal.all.isEmpty)
  }

  @Test func `starting twice starts once`() async throws {
    let registry = try server()
    try await registry.start()
    let all = journal.all
    try await registry.start()
    #expect(journal.all == all)
  }

  @Test func `a registry starts only once`() async throws {
    let registry = try server()
    try await registry.start()
    await registry.stop()
    let found = await failure { try await registry.start() }
    #expect(
      (found as? RouteError)?.description == """
        this registry was stopped, and starts only once [notStarted]
            To fix: create another registry
        """)
    #expect(journal.all.count { $0 == "stop storage" } == 1)
  }

  // MARK: - Requests

  @Test func `requesting an instance before the start throws`() throws {
    let registry = try server()
    let line = ServerModule.lines
    #expect(
      error { _ = try registry.makeDestination(to: .clients) }?.description == """
        WebClients was requested before it was started [notStarted]
            while making WebClients (SharedFixtures/Lifecycle.swift:\(line.clients))
            To fix: add .started to the test or its suite
                or: call start() or run(_:) on the registry first
        """)
    let outside = TestingLibrary.$isLoaded.withValue(false) { error { _ = try registry(.clients) } }
    #expect(outside?.remedy == "call start() or run(_:) on the registry first")
    #expect(
      error { _ = try registry.makeDestination(to: .pool) }?.message
        == "FixedPool was requested before it was started")
  }

  @Test func `requesting an instance after the stop throws`() async throws {
    let registry = try server()
    try await registry.run {}
    let found = error { _ = try registry.makeDestination(to: .storage) }
    #expect(found?.message == "DiskStorage was requested after stop() was called")
    #expect(
      found?.remedy == "finish the work before stop(), or in a Stopping closure\ncreate another registry")
  }

  @Test func `a singleton that needs a started instance ends with it`() async throws {
    let registry = try Registry {
      ServerModule(journal: journal)
      Route(Reader.init(storage:)) {
        RoutableService<Reader>(declaredProtocol: Reader.self)
        Singleton()
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
      }
    }
    let reader = RoutableService<Reader>(declaredProtocol: Reader.self)
    let needed = error { _ = try registry.makeDestination(to: reader) }
    #expect(needed?.code == .notStarted)
    #expect(needed?.path.map(\.destination) == ["DiskStorage", "Reader"])
    try await registry.start()
    let first = try registry.makeDestination(to: reader)
    let store = try registry.makeDestination(to: Service<any NoteStore>())
    #expect(try registry.makeDestination(to: reader) === first)
    await registry.stop()
    #expect(error { _ = try registry.makeDestination(to: reader) }?.code == .notStarted)
    #expect(try registry.makeDestination(to: Service<any NoteStore>()) === store)
  }

  private final class Reader: Sendable {
    let storage: any Storage
    init(storage: any Storage) { self.storage = storage }
  }

  // MARK: - Forms

  @Test func `asynchronous closures can make services`() async throws {
    let registry = try Registry {
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
      } make: {
        await Task.yield()
        return Counters(name: "made")
      } prepare: { counters, _ in
        counters.name += " and prepared"
      }
      Route(FixedPool.self) {
        Service(.pool)
        Singleton()
        Requires(.storage)
      } make: { routes in
        await Task.yield()
        return FixedPool(storage: try routes(.storage))
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    }
    #expect(
      registry.startOrder.map(\.description) == [
        "Counters", "DiskStorage", "FixedPool waits for DiskStorage",
      ])
    try await registry.start()
    #expect(try registry.makeDestination(to: .metrics).name == "made and prepared")
    #expect(try registry.makeDestination(to: .pool).storage === registry.makeDestination(to: .storage))
  }

  @Test @MainActor func `views start on the main actor`() async throws {
    let registry = try Registry {
      Route(Splash.init(time:)) {
        View<Splash>(declaredProtocol: Splash.self)
        Singleton()
        Starting { await $0.begin() }
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route(Quiet.self) {
        View<Quiet>(declaredProtocol: Quiet.self)
        Singleton()
        Eager()
      } make: {
        MainActor.assertIsolated()
        return Quiet()
      }
    }
    try await registry.start()
    let splash = try registry.makeDestination(to: View<Splash>(declaredProtocol: Splash.self))
    #expect(splash.hasBegun)
    #expect(Quiet.count == 1)
    _ = try registry.makeDestination(to: View<Quiet>(declaredProtocol: Quiet.self))
    #expect(Quiet.count == 1)
  }

  @MainActor private final class Splash {
    private(set) var hasBegun = false
    init(time: any TimeSource) async throws { await Task.yield() }
    func begin() { hasBegun = true }
  }

  @MainActor private final class Quiet {
    static var count = 0
    init() { Self.count += 1 }
  }

  @Test @MainActor func `an asynchronous view can have every form`() async throws {
    func view<Form>(_: Form.Type) -> View<Scene<Form>> { View(declaredProtocol: Scene<Form>.self) }
    let registry = try Registry {
      Route(Scene<FunctionForm>.load) {
        view(FunctionForm.self)
        Singleton()
      } prepare: { scene, _ in
        scene.finish()
      }
      Route(Scene<InitializerForm>.init(time:)) {
        view(InitializerForm.self)
        Singleton()
      } prepare: { scene, _ in
        scene.finish()
      }
      Route(Scene<ClosureForm>.self) {
        view(ClosureForm.self)
        Singleton()
      } make: {
        MainActor.assertIsolated()
        return try await Scene<ClosureForm>.load()
      } prepare: { scene, _ in
        scene.finish()
      }
      Route(Scene<ResolvingForm>.self) {
        view(ResolvingForm.self)
        Singleton()
      } make: { routes in
        MainActor.assertIsolated()
        return try await Scene<ResolvingForm>(time: routes(Service<any TimeSource>()))
      } prepare: { scene, routes in
        _ = try routes(Service<any TimeSource>())
        scene.finish()
      }
      Route(SystemTime.self) { Service<any TimeSource>() }
    }
    #expect(registry.startOrder.count == 4)
    try await Task.detached { try await registry.start() }.value
    func expectMade<Form>(_: Form.Type) throws {
      let scene = try registry.makeDestination(to: view(Form.self))
      #expect(scene.made == 1 && scene.finished == 1)
    }
    try expectMade(FunctionForm.self)
    try expectMade(InitializerForm.self)
    try expectMade(ClosureForm.self)
    try expectMade(ResolvingForm.self)
  }

  private enum FunctionForm {}
  private enum InitializerForm {}
  private enum ClosureForm {}
  private enum ResolvingForm {}

  @MainActor private final class Scene<Form> {
    private(set) var made = 0
    private(set) var finished = 0

    static func load() async throws -> Scene { try await Scene(time: SystemTime()) }

    init(time: any TimeSource) async throws {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      made += 1
    }

    func finish() {
      MainActor.assertIsolated()
      finished += 1
    }
  }

  @Test func `a start makes eager instances`() async throws {
    let made = Journal()
    let registry = try Registry {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Eager()
      } make: {
        made.write("made")
        return Counters()
      }
    }
    #expect(registry.startOrder.map(\.description) == ["Counters"])
    try await registry.start()
    #expect(made.all == ["made"])
    _ = try registry.makeDestination(to: .metrics)
    #expect(made.all == ["made"])
  }

  @Test func `a start doesn't make an already requested eager instance again`() async throws {
    let made = Journal()
    let registry = try Registry {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Eager()
        Stopping { _ in made.write("stopped") }
      } make: {
        made.write("made")
        return Counters()
      }
    }
    _ = try registry.makeDestination(to: .metrics)
    try await registry.start()
    #expect(made.all == ["made"])
    await registry.stop()
    #expect(made.all == ["made", "stopped"])
    #expect(error { _ = try registry.makeDestination(to: .metrics) }?.code == .notStarted)
  }

  @Test func `stopping stops an instance of a request`() async throws {
    let registry = try Registry {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Stopping { [journal] _ in journal.write("stopped") }
      } make: {
        Counters()
      }
    }
    try await registry.start()
    #expect(journal.all.isEmpty)
    _ = try registry.makeDestination(to: .metrics)
    await registry.stop()
    #expect(journal.all == ["stopped"])
  }

  @Test func `every token of a route has the started instance`() async throws {
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        RoutableService<DiskStorage>.as { $0 }
        Singleton()
      }
      Adapter(.archive, for: .storage) { Adapted(storage: $0) }
    }
    try await registry.start()
    let storage = try registry.makeDestination(to: .storage)
    #expect(
      try registry.makeDestination(to: RoutableService<DiskStorage>(declaredProtocol: DiskStorage.self))
        === storage)
    #expect((try registry.makeDestination(to: .archive) as? Adapted)?.storage === storage)
  }

  private final class Adapted: MailArchive {
    let name = "adapted"
    let storage: any Storage
    init(storage: any Storage) { self.storage = storage }
  }

  @Test func `factories and work have the registry as the current one`() async throws {
    let found = Journal()
    let registry = try Registry(name: "server") {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Starting { _ in found.write("start \(Registry.current.name ?? "-")") }
        Stopping { _ in found.write("stop \(Registry.current.name ?? "-")") }
      } make: {
        await Task.yield()
        found.write("make \(Registry.current.name ?? "-")")
        return Counters()
      }
    }
    let result = try await registry.run {
      found.write("run \(Registry.current.name ?? "-")")
      return 7
    }
    #expect(result == 7)
    #expect(found.all == ["make server", "start server", "run server", "stop server"])
  }

  @Test func `an instance waits for another through other routes`() async throws {
    struct Middle: Sendable { let storage: any Storage }
    let registry = try Registry {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Requires(RoutableService<Middle>(declaredProtocol: Middle.self))
        Starting { _ in }
      } make: {
        Counters()
      }
      Route(Middle.init(storage:)) { RoutableService<Middle>(declaredProtocol: Middle.self) }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    }
    #expect(registry.startOrder.map(\.description) == ["DiskStorage", "Counters waits for DiskStorage"])
  }

  @Test func `an instance doesn't wait for a lazy property`() throws {
    let registry = try Registry {
      Route(LazyReader.init) {
        RoutableService<LazyReader>(declaredProtocol: LazyReader.self)
        Singleton()
        Eager()
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    }
    #expect(registry.startOrder.map(\.description) == ["LazyReader", "DiskStorage"])
  }

  private final class LazyReader: Sendable {
    let storage = Routed(.storage)
    init() {}
  }

  // MARK: - Derived registries

  @Test func `an extension starts its base first`() async throws {
    let base = try server()
    let registry = try base.extending {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Requires(.pool)
        Starting { [journal] _ in journal.write("start counters") }
        Stopping { [journal] _ in journal.write("stop counters") }
      } make: {
        Counters()
      }
    }
    #expect(registry.startOrder.map(\.destination) == ["DiskStorage", "FixedPool", "WebClients", "Counters"])
    try await registry.start()
    #expect(journal.all.suffix(3) == ["WebClients didStart", "start counters", "Counters didStart"])
    #expect(try registry.makeDestination(to: .pool) === base.makeDestination(to: .pool))
    await registry.stop()
    #expect(
      journal.all.filter { $0.hasPrefix("stop") } == [
        "stop counters", "stop clients", "stop pool at /tmp", "stop storage",
      ])
    #expect(error { _ = try registry.makeDestination(to: .pool) }?.code == .notStarted)
  }

  @Test func `a base stops with its last extension`() async throws {
    let base = try server()
    let extensions = try (0..<2).map { _ in
      try base.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
    }
    for registry in extensions { try await registry.start() }
    await extensions[0].stop()
    #expect(!journal.all.contains("stop storage"))
    _ = try extensions[1].makeDestination(to: .storage)
    await extensions[1].stop()
    #expect(journal.all.count { $0 == "stop storage" } == 1)
  }

  @Test func `an override starts by itself`() async throws {
    let base = try server()
    let registry = try base.overriding {
      Route(Memory.init) {
        Service(.storage)
        Singleton()
      }
    }
    #expect(registry.startOrder.map(\.description) == ["FixedPool", "WebClients waits for FixedPool"])
    try await registry.start()
    #expect(try registry.makeDestination(to: .pool).storage.path == "memory")
    #expect(error { _ = try base.makeDestination(to: .storage) }?.code == .notStarted)
  }

  private final class Memory: Storage {
    let path = "memory"
    init() {}
  }
}
