import Dispatch
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Starting the extensions of a base", .timeLimit(.minutes(5)))
struct ExtensionStartTests: RouteVocabulary {
  private let journal = Journal()

  private func server() throws(RegistryError) -> Registry { try Registry { ServerModule(journal: journal) } }

  /// Returns an extension that adds nothing that's started.
  private func plain(_ base: Registry) throws(RegistryError) -> Registry {
    try base.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
  }

  /// Returns an extension that adds an instance whose start does some work.
  private func counting(
    _ base: Registry, starting work: @escaping @Sendable () async throws -> Void
  ) throws(RegistryError) -> Registry {
    try base.extending {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Starting { _ in try await work() }
      } make: {
        Counters()
      }
    }
  }

  @Test(arguments: [false, true]) func `a failed start doesn't use the base`(isCanceled: Bool) async throws {
    let base = try server()
    let good = try plain(base)
    let entered = Gate()
    let bad = try counting(base) {
      guard isCanceled else { throw Mistake() }
      entered.open()
      try await Task.sleep(for: .seconds(3_600))
    }
    try await good.start()
    let start = Task { try await bad.start() }
    if isCanceled {
      await entered.pass()
      start.cancel()
    }
    #expect(await failure { try await start.value } != nil)
    _ = try base.makeDestination(to: .pool)
    await good.stop()
    #expect(journal.all.last == "DiskStorage didStop")
  }

  /// One fails before the other one, which has waited for the same start of the base, can go on.
  @Test @MainActor func `a failing extension leaves the base to another one`() async throws {
    let open = Gate()
    let base = try Registry {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        await open.pass()
        return try await DiskStorage()
      }
    }
    let (good, bad) = (try plain(base), try counting(base) { throw Mistake() })
    let hasFailed = DispatchSemaphore(value: 0)
    let failing = Task.detached {
      defer { hasFailed.signal() }
      return await failure { try await bad.start() }
    }
    // It's called on the main actor, which is occupied until the other one has failed.
    let succeeding = Task { try await good.start() }
    while base.lifecycle?.callers != 2 { await Task.yield() }
    open.open()
    func occupy() -> DispatchTimeoutResult { hasFailed.wait(timeout: .now() + 240) }
    #expect(occupy() == .success)
    #expect(await failing.value is RouteError)
    try await succeeding.value
    #expect(error { _ = try good.makeDestination(to: .storage) } == nil)
    await good.stop()
    #expect(error { _ = try good.makeDestination(to: .storage) }?.code == .notStarted)
  }

  @Test func `the last failing extension stops the base`() async throws {
    let base = try server()
    let (entered, fails) = ([Gate(), Gate()], [Gate(), Gate()])
    let starts = try (0..<2).map { index in
      let registry = try counting(base) {
        entered[index].open()
        await fails[index].pass()
        throw Mistake()
      }
      return Task {
        if index == 1 { await entered[0].pass() }
        try await registry.start()
      }
    }
    for index in 0..<2 { await entered[index].pass() }
    fails[0].open()
    #expect(await failure { try await starts[0].value } is RouteError)
    #expect(!journal.all.contains("DiskStorage didStop"))
    fails[1].open()
    #expect(await failure { try await starts[1].value } is RouteError)
    #expect(journal.all.last == "DiskStorage didStop")
  }

  @Test func `a failing extension leaves separately started instances alone`() async throws {
    let base = try server()
    try await base.start()
    let middle = try base.extending {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Singleton()
        Eager()
        Stopping { [journal] _ in journal.write("stop store") }
      }
    }
    let registry = try counting(middle) { throw Mistake() }
    #expect(await failure { try await registry.start() } is RouteError)
    // The eager instance doesn't wait for the start, so it stays, too.
    #expect(!journal.all.contains { $0.hasPrefix("stop") })
    _ = try base.makeDestination(to: .pool)
  }

  @Test func `a canceled caller leaves the base to the others`() async throws {
    let (entered, open) = (Gate(), Gate())
    let base = try server()
    let registry = try counting(base) {
      entered.open()
      await open.pass()
    }
    let first = Task { try await registry.start() }
    await entered.pass()
    let second = Task { try await registry.start() }
    while registry.lifecycle?.callers != 2 { await Task.yield() }
    first.cancel()
    while registry.lifecycle?.callers != 1 { await Task.yield() }
    open.open()
    #expect(await failure { try await first.value } is CancellationError)
    try await second.value
    _ = try registry.makeDestination(to: .pool)
    await registry.stop()
    #expect(journal.all.last == "DiskStorage didStop")
  }

  @Test func `stopping cancels the start of the base`() async throws {
    let entered = Gate()
    let base = try Registry {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        entered.open()
        try await Task.sleep(for: .seconds(3_600))
        return try await DiskStorage()
      }
    }
    let registry = try plain(base)
    let start = Task { try await registry.start() }
    await entered.pass()
    let found = try await inTime {
      await registry.stop()
      return await failure { try await start.value }
    }
    #expect((found as? RouteError)?.code == .startInterrupted)
  }

  @Test func `stopping the base ends the start of an extension`() async throws {
    let entered = Gate()
    let base = try Registry {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: {
        entered.open()
        try await Task.sleep(for: .seconds(3_600))
        return try await DiskStorage()
      }
    }
    let registry = try plain(base)
    let start = Task { try await registry.start() }
    await entered.pass()
    await base.stop()
    #expect((await failure { try await start.value } as? RouteError)?.code == .startInterrupted)
    #expect(journal.all == ["startInterrupted"])
  }

  // MARK: - What an extension of a scope adds to the root

  /// The lines that `asynchronous(_:)` makes its instances write.
  private var counters: [String] { journal.all.filter { $0.hasSuffix(" counters") } }

  /// Returns an extension that adds a singleton with an asynchronous factory.
  private func asynchronous(_ registry: Registry) throws(RegistryError) -> Registry {
    try registry.extending {
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        Stopping { [journal] _ in journal.write("stop counters") }
      } make: { [journal] in
        await Task.yield()
        journal.write("make counters")
        return Counters()
      }
    }
  }

  @Test func `an extension of a scope starts its singletons`() async throws {
    let application = try server()
    try await application.start()
    let session = try application.opening(UserSession(user: "ann"))
    let extended = try asynchronous(session)
    let missing = error { _ = try extended.makeDestination(to: .metrics) }
    #expect(missing?.code == .notStarted)
    #expect(
      missing?.remedy
        == "add .started to the test or its suite\ncall start() or run(_:) on the registry first")
    #expect(extended.startOrder.map(\.destination) == ["Counters"])
    try await extended.start()
    try await extended.start()
    #expect(try extended.makeDestination(to: .metrics).name == "counters")
    await extended.stop()
    #expect(error { _ = try extended.makeDestination(to: .metrics) }?.code == .notStarted)
    await session.close()
    #expect(counters == ["make counters", "stop counters"])
    #expect(error { _ = try extended.makeDestination(to: .metrics) }?.code == .scopeClosed)
    #expect((await failure { try await extended.start() } as? RouteError)?.code == .scopeClosed)
    // It isn't the application that was stopped.
    _ = try application.makeDestination(to: .pool)
  }

  @Test(arguments: [false, true]) func `nested scopes start a singleton once`(isStopped: Bool) async throws {
    let application = try Registry {
      Route(FixedPool.self) {
        Service(.pool)
        Scoped(to: WebRequest.self)
      } make: {
        FixedPool(storage: try await DiskStorage())
      }
    }
    let session = try application.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let extended = try asynchronous(request)
    #expect(extended.startOrder.map(\.destination) == ["FixedPool", "Counters"])
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { #expect(await failure { try await extended.start() } == nil) } }
    }
    _ = try extended.makeDestination(to: .metrics)
    if isStopped { await extended.stop() } else { await request.close() }
    #expect(counters == ["make counters", "stop counters"])
    await session.close()
    #expect(counters.count == 2)
  }

  @Test func `a failing start stops an extension's singletons`() async throws {
    let session = try server().opening(UserSession(user: "ann"))
    let extended = try asynchronous(session)
    let failing = try extended.extending {
      Route(SystemTime.self) {
        Service(.time)
        Scoped(to: UserSession.self)
        Starting { _ in throw Mistake() }
      }
    }
    // The first extension is the base of the second one.
    #expect((await failure { try await failing.start() } as? RouteError)?.code == .startFailed)
    #expect(counters == ["make counters", "stop counters"])
    try await extended.start()
    #expect(await failure { try await failing.start() } is RouteError)
    _ = try extended.makeDestination(to: .metrics)
    await session.close()
    #expect(counters.suffix(2) == ["make counters", "stop counters"] && counters.count == 4)
  }

  @Test func `a recording copy of an extension has the base's start plan`() async throws {
    let base = try server()
    let extended = try plain(base)
    let complete = ["DiskStorage", "FixedPool", "WebClients"]
    #expect(extended.startOrder.map(\.destination) == complete)
    // This registry has the extension's declarations, and keeps what the base does in the other one itself.
    let recorded = extended.recorded(by: MakingRecorder(parent: nil), hasHandlers: false)
    #expect(recorded.image === extended.image)
    #expect(recorded.startOrder.map(\.destination) == complete)
    #expect(!extended.lifecycleGraph.startsAny && recorded.lifecycleGraph.instances.count == 3)
    try await recorded.start()
    _ = try recorded.makeDestination(to: .clients)
    await recorded.stop()
  }

  @Test func `a stop of the base stops its extensions first, for good`() async throws {
    let base = try server()
    let registry = try counting(base) {}
    try await registry.start()
    await base.stop()
    #expect(error { _ = try registry.makeDestination(to: .pool) }?.code == .notStarted)
    #expect(error { _ = try registry.makeDestination(to: .metrics) }?.code == .notStarted)
    let found = await failure { try await registry.start() } as? RouteError
    #expect(found?.code == .notStarted)
    #expect(found?.message == "this registry was stopped, and starts only once")
    #expect(found?.remedy == "create another registry")
  }

  @Test(arguments: [false, true])
  func `a released extension doesn't use the base`(keepsInstances: Bool) async throws {
    let base = try server()
    weak var released: Registry?
    do {
      let registry = try keepsInstances ? counting(base) {} : plain(base)
      try await registry.start()
      released = registry
    }
    #expect(released == nil)
    let registry = try plain(base)
    try await registry.start()
    await registry.stop()
    #expect(journal.all.last == "DiskStorage didStop")
  }

  @Test func `concurrent starts and stops of the base are balanced`() async throws {
    let base = try server()
    let extensions = [try plain(base), try counting(base) {}]
    await withTaskGroup { group in
      for index in 0..<64 {
        group.addTask {
          let registry = extensions[index % 2]
          if index % 4 < 2 {
            _ = await failure { try await registry.start() }
          } else {
            await registry.stop()
          }
        }
      }
    }
    for registry in extensions { await registry.stop() }
    #expect(error { _ = try base.makeDestination(to: .clients) }?.code == .notStarted)
    let (started, stopped) = (
      journal.all.count { $0 == "DiskStorage didStart" }, journal.all.count { $0 == "stop storage" }
    )
    #expect(started == stopped)
  }
}
