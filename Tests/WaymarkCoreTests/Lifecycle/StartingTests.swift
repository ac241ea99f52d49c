import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Starting a registry")
struct StartingTests: RouteVocabulary {
  private let journal = Journal()

  private func server() throws(RegistryError) -> Registry { try Registry { ServerModule(journal: journal) } }

  @Test func `instances start in the order of the graph, and stop in reverse, once`() async throws {
    let registry = try server()
    #expect(
      registry.startOrder == [
        "DiskStorage", "FixedPool waits for DiskStorage", "WebClients waits for FixedPool",
      ])
    for _ in 1...2 { try await registry.start() }
    let start = ["DiskStorage didStart", "start pool at /tmp", "FixedPool didStart", "WebClients didStart"]
    #expect(journal.all == start)
    let clients = try registry(.clients)
    #expect(try registry(.pool) === clients.pool && registry(.storage) === clients.pool.storage)
    for _ in 1...2 { await registry.stop() }
    #expect(
      journal.all == start + [
        "stop clients", "WebClients didStop", "stop pool at /tmp", "FixedPool didStop", "stop storage",
        "DiskStorage didStop",
      ])
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

  // MARK: - Requests

  @Test func `requesting an instance, or one that requires it, before the start throws`() throws {
    let registry = try server().extending {
      Route({ MemoryStore() }) {
        Service(.notes)
        Requires(.clients)
      }
    }
    let line = ServerModule.lines
    #expect(
      registry.refusal(of: .clients)?.description == """
        WebClients was requested before it was started [notStarted]
            while making WebClients (SharedFixtures/Lifecycle.swift:\(line.clients))
            To fix: add .started to the test or its suite
                or: call start() or run(_:) on the registry first
        """)
    let outside = TestingLibrary.$isLoaded.withValue(false) { registry.refusal(of: .clients) }
    #expect(outside?.remedy == "call start() or run(_:) on the registry first")
    let problem = registry.refusal(of: .notes)
    #expect(
      problem?.code == .notStarted && problem?.path.map(\.destination) == ["WebClients", "MemoryStore"])
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
      live(DiskStorage.init, .storage)
    }
    #expect(
      registry.startOrder == [
        "Counters", "DiskStorage", "FixedPool waits for DiskStorage",
      ])
    try await registry.start()
    #expect(try registry(.metrics).name == "made and prepared")
    #expect(try registry(.pool).storage === registry(.storage))
  }

  @Test @MainActor func `views of every form start on the main actor`() async throws {
    func view<Form>(_: Form.Type) -> View<Scene<Form>> { View(declaredProtocol: Scene<Form>.self) }
    let time = Service<any TimeSource>()
    let registry = try Registry {
      Route(SystemTime.self) { time }
      Route(Scene<D0>.load) {
        view(D0.self)
        Singleton()
      } prepare: { scene, _ in
        scene.finish()
      }
      Route(Scene<D1>.init(time:)) {
        view(D1.self)
        Singleton()
        Starting { await $0.finish() }
      }
      Route(Scene<D2>.self) {
        view(D2.self)
        Singleton()
        Eager()
      } make: {
        Scene<D2>()
      } prepare: { scene, _ in
        scene.finish()
      }
      Route(Scene<D3>.init(time:)) {
        view(D3.self)
        Singleton()
      } prepare: { scene, _ in
        scene.finish()
      }
      Route(Scene<D4>.self) {
        view(D4.self)
        Singleton()
      } make: {
        MainActor.assertIsolated()
        return try await Scene<D4>.load()
      } prepare: { scene, _ in
        scene.finish()
      }
      Route(Scene<D5>.self) {
        view(D5.self)
        Singleton()
      } make: { routes in
        MainActor.assertIsolated()
        return try await Scene<D5>(time: routes(time))
      } prepare: { scene, routes in
        _ = try routes(time)
        scene.finish()
      }
    }
    #expect(registry.startOrder.count == 6)
    try await Task.detached { try await registry.start() }.value
    func expectMade<Form>(_: Form.Type) throws {
      let scene = try registry(view(Form.self))
      #expect(scene.made == 1 && scene.finished == 1)
      #expect(try registry(view(Form.self)) === scene)
    }
    try expectMade(D0.self)
    try expectMade(D1.self)
    try expectMade(D2.self)
    try expectMade(D3.self)
    try expectMade(D4.self)
    try expectMade(D5.self)
  }

  @MainActor private final class Scene<Form> {
    private(set) var made = 0
    private(set) var finished = 0

    static func load() async throws -> Scene { try await Scene(time: SystemTime()) }

    init() {
      MainActor.assertIsolated()
      made += 1
    }

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

  @Test func `every token of a route has the started instance`() async throws {
    let own = RoutableService<DiskStorage>(declaredProtocol: DiskStorage.self)
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        RoutableService<DiskStorage>.as { $0 }
        Singleton()
      }
      Adapter(.archive, for: .storage) { Adapted(storage: $0) }
    }
    try await registry.start()
    let storage = try registry(.storage)
    #expect(try registry(own) === storage)
    #expect((try registry(.archive) as? Adapted)?.storage === storage)
  }

  private final class Adapted: MailArchive {
    let name = "adapted"
    let storage: any Storage
    init(storage: any Storage) { self.storage = storage }
  }

  @Test func `factories and work have the registry as the current one`() async throws {
    @Sendable func write(_ text: String) { journal.write("\(text) \(Registry.current.name ?? "-")") }
    let registry = try Registry(name: "server") {
      live(
        { () async throws -> Counters in
          await Task.yield()
          write("make")
          return Counters()
        }, .metrics, starting: { _ in write("start") }, stopping: { _ in write("stop") })
    }
    let result = try await registry.run {
      write("run")
      return 7
    }
    #expect(result == 7)
    #expect(journal.all == ["make server", "start server", "run server", "stop server"])
  }

  @Test
  func
    `an instance waits through other routes, once for each instance, and not for routers and lazy properties`()
    throws
  {
    let lazy = RoutableService<LazyReader>(declaredProtocol: LazyReader.self)
    let registry = try Registry {
      live(LazyReader.init, lazy, .eager)
      live(DiskStorage.init, .storage)
      // Two ways lead to the storage.
      Route({ @Sendable (storage: any Storage) in FixedPool(storage: storage) }) { Service(.pool) }
      Route({ @Sendable (_: any Pool, _: any Storage) in MemoryStore() }) { Service(.notes) }
      Route({ @Sendable (_: any NoteStore, _: any Pool) in StoreProxy(MemoryStore()) }) {
        Service<any RequiredStore>()
        Singleton()
        Starting { _ in }
      }
      live({ (_: DestinationServiceRouter<any Storage>) in SystemTime() }, .time, starting: { _ in })
    }
    #expect(
      registry.startOrder.sorted() == [
        "DiskStorage", "LazyReader", "StoreProxy waits for DiskStorage", "SystemTime",
      ])
  }

  private final class LazyReader: Sendable {
    let storage = Routed(.storage)
    init() {}
  }

  /// More factories wait at the same time than there are threads.
  @Test(.timeLimit(.minutes(5))) func `waiting factories block no thread`() async throws {
    let gate = Gate()
    func parts<N>(_ count: Int, _: N.Type) -> [Routes] {
      guard count > 0 else { return [] }
      let first = NumberedParts<Int>.asynchronous(
        N.self, in: RootScope.self, needing: [],
        make: { _ in
          await gate.pass()
          return count
        })
      return [first] + parts(count - 1, Next<N>.self)
    }
    let registry = try Registry { for part in parts(64, Zero.self) { part } }
    let start = registry.starting()
    while gate.waitingCount != 64 { await Task.yield() }
    gate.open()
    #expect(await start.value == nil)
    #expect(registry.startOrder.count == 64)
  }

  // MARK: - Derived registries

  @Test func `an override starts by itself`() async throws {
    let base = try server()
    let registry = try base.overriding { live(Memory.init, .storage) }
    #expect(registry.startOrder == ["FixedPool", "WebClients waits for FixedPool"])
    try await registry.start()
    #expect(try registry(.pool).storage.path == "memory")
    #expect(base.refusal(of: .storage)?.code == .notStarted)
  }

  private final class Memory: Storage {
    let path = "memory"
    init() {}
  }
}
