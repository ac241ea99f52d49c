import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// An instance that holds its registry in some way, and uses it.
private final class Holder: NoteStore {
  let name = "holder"
  let use: @Sendable () throws -> Int
  init(_ use: @escaping @Sendable () throws -> Int) { self.use = use }
}

private final class KeptTime: TimeSource {
  let now = 42
  init() {}
}

/// The ways for an instance to hold its registry.
private enum Way: CaseIterable {
  case registry, resolver, router, module, contributions, routed, currentRegistry, make, transient, decorator
  case weaklyShared, keyed, scoped
}

private let times = RoutableService<any TimeSource>()
private let stores = RoutableService<any NoteStore>()
private let required = RoutableService<any RequiredStore>()
private let drafts = RoutableService<any Draft>()

private struct HolderModule: RouteModule {
  var way = Way.registry

  var routes: Routes {
    Route(KeptTime.init) {
      times
      Contributes(to: .heldTimes)
      Singleton()
    }
    Route({ PlainDraft() }) { drafts }
    if way != .keyed { rooms() }
    switch way {
    case .registry: holder { (registry: Registry) in try registry(times).now }
    case .resolver: holder { (resolver: Resolver) in try resolver(times).now }
    case .router:
      holder { (router: DestinationServiceRouter<any TimeSource>) in try router.makeDestination().now }
    case .module:
      holder { (router: ModuleServiceRouter<any ChatSettings>) in
        try router.makeDestination(as: RoutableService(.chat)) { $0.number = 1 }.now
      }
    case .contributions:
      holder { (times: Contributions<any TimeSource>) in try times.makeDestinations().map(\.now).max() ?? 0 }
    case .routed:
      kept(
        {
          let time = Routed(times)
          return Holder { try time.resolve().now }
        }, stores)
    case .currentRegistry:
      kept(
        {
          let registry = Registry.current
          return Holder { try registry(times).now }
        }, stores)
    case .make:
      Route(Holder.self) {
        stores
        Singleton()
      } make: { resolver in
        Holder { try resolver(times).now }
      }
    case .transient:
      holder { (registry: Registry) in
        _ = try registry(drafts)
        return 42
      }
    case .decorator:
      kept({ MemoryStore() }, stores)
      Decorates(
        stores, with: { (_: any NoteStore, registry: Registry) in Holder { try registry(times).now } })
    case .weaklyShared, .scoped:
      Route({ (registry: Registry) in Holder { try registry(times).now } }) {
        stores
        if way == .scoped { Scoped(to: UserSession.self) } else { WeaklyShared() }
      }
    case .keyed:
      Route(
        { (settings: RoomSettings, registry: Registry) in Holder { try registry(times).now } },
        configuration: RoomSettings.init
      ) {
        RoutableServiceModule(.roomSettings)
        stores
        Kept(by: \RoomSettings.number)
      }
    }
  }

  /// A route of a kept instance that uses its argument later.
  private func holder<Argument: Sendable>(_ use: @escaping @Sendable (Argument) throws -> Int) -> Route {
    kept({ (argument: Argument) in Holder { try use(argument) } }, stores)
  }

  /// Returns a registry, or a scope that keeps the instance.
  func registry() throws -> Registry {
    let root = try Registry { self }
    return way == .scoped ? try root.opening(UserSession(user: "ann")) : root
  }
}

private final class HeldBox: Sendable {
  let registry: Registry
  init(registry: Registry) { self.registry = registry }
}

extension RoutableService<HeldBox> { fileprivate static var box: Self { declared() } }
extension RoutableService<StoreProxy> { fileprivate static var heldProxy: Self { declared() } }
extension RoutableServices<any TimeSource> { fileprivate static var heldTimes: Self { declared() } }

private func madeHolder(in registry: Registry) throws -> Holder {
  try #require(try registry(stores) as? Holder)
}

@Suite("Instances that hold their registry")
struct HeldRegistryTests: RouteVocabulary {
  @Test(arguments: Way.allCases)
  private func `an instance doesn't keep its registry alive, and can't use a released one`(_ way: Way) throws
  {
    weak var instance: Holder?
    weak var time: KeptTime?
    var shared: Holder?
    do {
      let registry = try HolderModule(way: way).registry()
      let holder = try madeHolder(in: registry)
      #expect(try holder.use() == 42 && holder.use() == 42)
      if way == .weaklyShared || way == .keyed { shared = holder }
      instance = holder
      time = try registry(times) as? KeptTime
      #expect(time != nil)
    }
    #expect(instance === shared && time == nil)
    let holder = try shared ?? madeHolder(in: HolderModule(way: way).registry())
    let problem = error { _ = try holder.use() }
    #expect(problem?.code == (way == .scoped ? .scopeClosed : .registryReleased))
    #expect(problem?.path.count == 1 || shared == nil)
  }

  private func heldRegistry(isReleased: Bool) throws -> (Registry, Registry?) {
    let registry = try Registry {
      HolderModule()
      Route(HeldBox.init) {
        Service(.box)
        Singleton()
        Identifier("box")
      }
      Route({ (time: any TimeSource, registry: Registry) in MemoryStore(name: "\(time.now)") }) { required }
    }
    return (try registry(.box).registry, isReleased ? nil : registry)
  }

  @Test(arguments: [false, true])
  func `every request to a held registry works until the release`(isReleased: Bool) async throws {
    let (held, registry) = try heldRegistry(isReleased: isReleased)
    func check(_ body: () throws -> Void, line: Int = #line) {
      #expect(error(of: body)?.code == (isReleased ? .registryReleased : nil), "line \(line)")
    }
    check { _ = try held(stores) }
    check { _ = try held.makeDestination(to: drafts) }
    check { _ = try held.makeDestination(to: drafts) { $0.text = "prepared" } }
    // A new instance with a kept one as its parameter.
    check { _ = try held(required) }
    check { _ = try AnyRouter(identifier: "box", in: held).makeService() }
    check { _ = try held.opening(UserSession(user: "ann")) }
    check { _ = try held.extending {}.makeDestination(to: times) }
    check {
      _ = try held.extending { kept(StoreProxy.init, Service(.heldProxy)) }.makeDestination(to: stores)
    }
    if let registry {
      let time = try registry(times) as? KeptTime
      #expect(try held(times) as? KeptTime === time)
      #expect(held !== registry)
    }
    // An override shares no instance.
    let other = try held.overriding { Route({ MemoryStore(name: "other") }) { stores } }
    #expect(try other(stores).name == "other")
    #expect(try other(times).now == 42)
    withExtendedLifetime(registry) {}
  }

  // MARK: - Lifetimes

  fileprivate enum Derived: CaseIterable { case `extension`, scope, closedScope }

  @Test(arguments: Derived.allCases)
  fileprivate func `a registry that an instance derives from its own keeps the root alive`(_ form: Derived)
    async throws
  {
    weak var time: KeptTime?
    do {
      let derived: Registry
      do {
        let (held, registry) = try heldRegistry(isReleased: false)
        time = try registry?.makeDestination(to: times) as? KeptTime
        derived =
          form == .extension
          ? try held.extending { Route(StoreProxy.init) { Service(.heldProxy) } }
          : try held.opening(UserSession(user: "ann"))
      }
      #expect(time != nil)
      #expect(try derived(times) as? KeptTime === time)
      #expect(try derived(required).name == "42")
      #expect(try madeHolder(in: derived).use() == 42)
      if form == .closedScope { await derived.close() }
    }
    #expect(time == nil)
  }

  // MARK: - Derived registries

  @Test(arguments: [false, true])
  func `an extension keeps its base alive`(keepsInstances: Bool) throws {
    weak var early: Holder?
    weak var late: HeldBox?
    do {
      let extended = try Registry { HolderModule() }.extending {
        if keepsInstances { kept(HeldBox.init, Service(.box)) }
        Route(MemoryStore.self) { required }
      }
      let holder = try madeHolder(in: extended)
      #expect(try holder.use() == 42 && holder.use() == 42)
      early = holder
      if keepsInstances {
        let box = try extended(.box)
        // The registry of an extension's instance also finds instances of the base.
        #expect(try madeHolder(in: box.registry) === holder)
        #expect(try box.registry(required).name == "memory")
        late = box
      }
      let again = try extended.extending {
        kept({ (store: any NoteStore, _: Registry) in StoreProxy(store) }, Service(.heldProxy))
      }
      #expect(try again(.heldProxy).store as? Holder === holder)
    }
    #expect(early == nil && late == nil)
  }

  @Test func `an installed registry is never released, also one that its instance installs`() async {
    await #expect(processExitsWith: .success) {
      var registry: Registry? = try Registry { HolderModule() }
      let holder = try madeHolder(in: registry!)
      Registry.install(try registry!.extending { Route(MemoryStore.self) { required } })
      registry = nil
      for _ in 0..<2 { mustHold(try holder.use() == 42) }
      let routed = try madeHolder(in: Registry.current)
      mustHold(routed === holder)

      func install() throws {
        let registry = try Registry {
          kept(
            { @Sendable (registry: Registry) in
              Registry.install(registry)
              return KeptTime()
            }, times)
        }
        mustHold(try registry(times).now == 42)
      }
      // Only the installation retains the registry afterward.
      try install()
      mustHold(try Router.makeDestination(to: times).now == 42)
    }
  }

  // MARK: - Started instances

  @Test(arguments: [false, true])
  func `a started instance that holds its registry is released`(isStopped: Bool) async throws {
    let log = Log()
    weak var box: HeldBox?
    do {
      let registry = try Registry {
        live(
          { (registry: Registry) async throws in HeldBox(registry: registry) }, .box,
          stopping: { _ in log.append("stop") })
        ObservesLifecycle { if case .wasNotStopped = $0.phase { log.append("\($0.phase)") } }
      }
      try await registry.start()
      box = try registry(.box)
      #expect(box != nil)
      if isStopped { await registry.stop() }
    }
    #expect(box == nil)
    #expect(log.all == [isStopped ? "stop" : "wasNotStopped"])
  }

  /// An instance starts its registry after the last user has released it.
  @Test(arguments: [false, true])
  func `starting a released registry throws, and is reported`(wasStarted: Bool) async throws {
    let log = Log()
    let held: Registry
    do {
      let registry = try Registry {
        ReportsErrors { log.append("\($0)") }
        kept(HeldBox.init, Service(.box))
        live({ MemoryStore() }, stores, starting: { _ in })
      }
      if wasStarted { try await registry.start() }
      held = try registry(.box).registry
      if wasStarted { await registry.stop() }
    }
    for attempt in 1...2 {
      let failure = await #expect(throws: RouteError.self) { try await held.start() }
      #expect(failure?.code == .registryReleased)
      #expect(log.all == Array(repeating: failure.map { "\($0)" } ?? "", count: attempt))
    }
    await held.stop()
  }

  // MARK: - Threads

  /// The registry is released during a use, and the use still finds the registry's instances.
  @Test func `the instances stay until a use ends`() throws {
    let root = Lock<Registry?>(nil)
    weak var time: KeptTime?
    let holder = try {
      let registry = try Registry {
        HolderModule(way: .transient)
      }.overriding {
        Route(PlainDraft.self) {
          drafts
        } make: { resolver in
          // The lock isn't held while the registry is released.
          withExtendedLifetime(root.withLock { $0.take() }) {}
          return PlainDraft(text: "\(try resolver(times).now)")
        }
      }
      time = try registry(times) as? KeptTime
      root.withLock { $0 = registry }
      return try madeHolder(in: registry)
    }()
    #expect(time != nil)
    #expect(try holder.use() == 42)
    #expect(time == nil)
    #expect(error { _ = try holder.use() }?.code == .registryReleased)
  }

  @Test(arguments: [Way.registry, .router, .resolver, .contributions, .transient])
  private func `releasing a registry during use is safe`(_ way: Way) async throws {
    for _ in 0..<60 {
      let begun = Counter()
      weak var time: KeptTime?
      try await withThrowingTaskGroup(of: Void.self) { group in
        let registry = try Registry { HolderModule(way: way) }
        let holder = try madeHolder(in: registry)
        time = try registry(times) as? KeptTime
        for _ in 0..<6 {
          group.addTask {
            while true {
              var now = 42
              let problem = error { now = try holder.use() }
              guard let problem else {
                if now != 42 { Issue.record("the instance has returned \(now)") }
                begun.increment()
                // The function that releases the registry may need this thread.
                if begun.value.isMultiple(of: 8) { await Task.yield() }
                continue
              }
              #expect(problem.code == .registryReleased)
              return
            }
          }
        }
        while begun.value < 12 { await Task.yield() }
        // The tasks go on until this function releases the registry.
        withExtendedLifetime(registry) {}
      }
      #expect(time == nil)
    }
  }
}
