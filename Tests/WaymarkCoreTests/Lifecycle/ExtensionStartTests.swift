import Dispatch
import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private protocol Files: AnyObject, Sendable {}
extension DiskStorage: Files {}

private final class Mirror: Storage, Files {
  let path: String
  init(_ storage: any Storage) { path = storage.path }
}

extension RoutableService<any Files> { fileprivate static var files: Self { declared() } }

@Suite("Starting the extensions of a base", .timeLimit(.minutes(5)))
struct ExtensionStartTests: RouteVocabulary {
  private let journal = Journal()
  private let pause = Pause()

  private func server() throws(RegistryError) -> Registry { try Registry { ServerModule(journal: journal) } }

  /// Returns an extension without an instance to start.
  private func plain(_ base: Registry) throws(RegistryError) -> Registry {
    try base.extending { Route(SystemTime.self) { Service<any TimeSource>() } }
  }

  /// Returns an extension with an instance that does some work at its start.
  private func counting(
    _ base: Registry, starting work: @escaping @Sendable () async throws -> Void = {}
  ) throws(RegistryError) -> Registry {
    try base.extending { live({ Counters() }, .metrics, starting: { _ in try await work() }) }
  }

  /// The end of an extension beside another one.
  enum OtherEnd: CaseIterable {
    case failed, canceled, stopped, released, releasedWithInstance

    var isFailure: Bool { self == .failed || self == .canceled }
  }

  @Test(arguments: OtherEnd.allCases) @MainActor
  func `a base stops with the last extension that has started on it`(_ otherEnd: OtherEnd) async throws {
    let base = try server()
    let last = try plain(base)
    try await last.start()
    weak var released: Registry?
    do {
      let other =
        switch otherEnd {
        case .failed: try counting(base) { throw Mistake() }
        case .canceled: try counting(base) { [pause] in try await pause.takeUntilCanceled() }
        case .stopped, .released: try plain(base)
        case .releasedWithInstance: try counting(base)
        }
      let start = other.starting()
      if otherEnd == .canceled {
        await pause.begins()
        start.cancel()
      }
      #expect((await start.value != nil) == otherEnd.isFailure)
      if otherEnd == .stopped { await other.stop() }
      released = other
    }
    #expect(try await becomesTrue { released == nil })
    _ = try base(.pool)
    #expect(!journal.all.contains("stop storage"))
    await last.stop()
    #expect(journal.all.last == "DiskStorage didStop")
    #expect(journal.all.count { $0 == "stop storage" } == 1)
  }

  @Test(arguments: [false, true])
  func `a stop of a base without instances stops the extensions above it`(isIndirect: Bool) async throws {
    let base = try Registry {}
    let below = isIndirect ? try plain(base) : base
    let extended = try below.extending {
      live({ Counters() }, .metrics, .eager, stopping: journal.writing("stop"))
    }
    try await extended.start()
    await base.stop()
    #expect(journal.all == ["stop"])
  }

  /// The start of the base goes on after the cancellation.
  @Test(arguments: [false, true])
  func `an extension stops its base although the base's start is still ending`(isCanceled: Bool) async throws
  {
    let (begun, gate) = (Gate(), Gate())
    let base = try Registry {
      live({ VisitorProfile(number: 1) }, .visitorProfile, .eager, stopping: journal.writing("stop profile"))
      live(
        { MemoryStore() }, .notes,
        starting: { _ in
          begun.open()
          await gate.pass()
        })
    }
    let added = try counting(base)
    let running = Task { try? await added.run {} }
    await begun.pass()
    let stopping = Task {
      if isCanceled { running.cancel() } else { await added.stop() }
    }
    for _ in 0..<100 { await Task.yield() }
    gate.open()
    await stopping.value
    await running.value
    #expect(journal.all == ["stop profile"])
  }

  /// One fails before the other one, which has waited for the same start of the base, can go on.
  @Test func `an extension that fails on demand stops the base that it has started`() async throws {
    let base = try Registry {
      live({ Counters() }, .metrics, starting: journal.writing("start"), stopping: journal.writing("stop"))
      live({ MemoryStore() }, .notes, .onDemand, starting: { _ in throw Mistake() })
    }
    let bad = try base.extending {
      live(StoreProxy.init, Service<any RequiredStore>(), starting: { _ in })
    }
    #expect(await bad.startFailure() != nil)
    #expect(journal.all == ["start", "stop"])
    #expect(base.refusal(of: .metrics)?.code == .notStarted)
  }

  @Test @MainActor func `a failing extension leaves the base to another one`() async throws {
    let base = try Registry {
      live(pause.making { try await DiskStorage() }, .storage)
    }
    let (good, bad) = (try plain(base), try counting(base) { throw Mistake() })
    let hasFailed = DispatchSemaphore(value: 0)
    let failing = Task.detached {
      defer { hasFailed.signal() }
      return await bad.startFailure()
    }
    // The task runs on the main actor, which is occupied until the other start has failed.
    let succeeding = Task { try await good.start() }
    await base.hasCallers(2)
    pause.end()
    func occupy() -> DispatchTimeoutResult { hasFailed.wait(timeout: .now() + 240) }
    #expect(occupy() == .success)
    #expect(await failing.value != nil)
    try await succeeding.value
    #expect(good.refusal(of: .storage) == nil)
    await good.stop()
    #expect(good.refusal(of: .storage)?.code == .notStarted)
  }

  enum Base: CaseIterable { case root, scope, extensionOfScope }

  @Test(arguments: Base.allCases)
  func `a failing extension stops its base or its scope unless a user has started that`(_ kind: Base)
    async throws
  {
    let storage = live(
      DiskStorage.init, .storage, in: kind == .scope ? UserSession.self : RootScope.self,
      stopping: journal.writing("stop storage"))
    let root = try Registry { if kind != .extensionOfScope { storage } }
    let session = try root.opening(UserSession(user: "ann"))
    let base =
      switch kind {
      case .root: root
      case .scope: session
      case .extensionOfScope: try session.extending { storage }
      }
    let pauses = [Pause(), Pause()]
    let attempts = Lock(pauses[...])
    let registry = try base.extending {
      live(
        { Counters() }, .metrics, in: kind == .root ? RootScope.self : UserSession.self,
        starting: { _ in
          await attempts.withLock { $0.popFirst() }?.take()
          throw Mistake()
        })
    }
    for (pause, isUsed) in zip(pauses, [false, true]) {
      let start = registry.starting()
      await pause.begins()
      // The instances of the base become visible together with the extension's.
      #expect(base.refusal(of: .storage)?.code == .notStarted)
      if isUsed { try await base.start() }
      pause.end()
      #expect((await start.value as? RouteError)?.code == .startFailed)
      #expect((base.refusal(of: .storage) == nil) == isUsed)
      #expect(journal.all == ["stop storage"])
    }
    #expect(await registry.startFailure()?.code == .startFailed)
    #expect(journal.all == ["stop storage"])
    _ = try base(.storage)
    if kind == .root { await base.stop() } else { await session.close() }
    #expect(journal.all == ["stop storage", "stop storage"])
  }

  @Test(arguments: [false, true])
  func `stopping an extension or its base ends the start of both`(stopsBase: Bool) async throws {
    let base = try Registry {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      live(pause.endlessStorage, .storage)
    }
    let registry = try plain(base)
    let start = registry.starting()
    await pause.begins()
    try await inTime { await (stopsBase ? base : registry).stop() }
    #expect((await start.value as? RouteError)?.code == .startInterrupted)
    if stopsBase { #expect(journal.all == ["startInterrupted"]) }
  }

  // MARK: - An extension of a scope adds instances to the root

  /// The lines that `asynchronous(_:)` makes its instances write.
  private var counters: [String] { journal.all.filter { $0.hasSuffix(" counters") } }

  /// Returns an extension that adds a singleton with an asynchronous factory.
  private func asynchronous(_ registry: Registry) throws(RegistryError) -> Registry {
    try registry.extending {
      live(
        { [journal] () async throws -> Counters in
          await Task.yield()
          journal.write("make counters")
          return Counters()
        }, .metrics, stopping: journal.writing("stop counters"))
    }
  }

  @Test(arguments: [false, true])
  func `after a stop, an extension has no adapted or decorated instance of its base`(isScoped: Bool)
    async throws
  {
    let scope: any RouteScope.Type = isScoped ? UserSession.self : RootScope.self
    let root = try Registry {
      live(DiskStorage.init, .storage, in: scope, stopping: journal.writing("stop storage"))
    }
    let base = isScoped ? try root.opening(UserSession(user: "ann")) : root
    let registry = try base.extending {
      Adapter(.files, for: .storage)
      Decorates(.storage) { Mirror($0) }
      live(
        FixedPool.init(storage:), .pool, in: scope,
        stopping: { [journal] pool in
          journal.write("\(try Registry.current(.storage) === pool.storage)")
          _ = try Registry.current(.files)
          journal.write("stop pool")
        })
    }
    try await registry.start()
    _ = try (registry(.files), registry(.pool))
    await registry.stop()
    #expect(journal.all == ["true", "stop pool", "stop storage"])
    #expect(registry.refusal(of: .files)?.code == .notStarted)
    #expect(registry.refusal(of: .storage)?.code == .notStarted)
    await base.close()
  }

  @Test func `an extension of a scope starts its singletons`() async throws {
    let application = try server()
    try await application.start()
    let session = try application.opening(UserSession(user: "ann"))
    let extended = try asynchronous(session)
    let missing = extended.refusal(of: .metrics)
    #expect(missing?.code == .notStarted)
    #expect(
      missing?.remedy
        == "add .started to the test or its suite\ncall start() or run(_:) on the registry first")
    #expect(extended.startOrder == ["Counters"])
    for _ in 1...2 { try await extended.start() }
    #expect(try extended(.metrics).name == "counters")
    await extended.stop()
    #expect(extended.refusal(of: .metrics)?.code == .notStarted)
    await session.close()
    #expect(counters == ["make counters", "stop counters"])
    #expect(extended.refusal(of: .metrics)?.code == .scopeClosed)
    #expect(await extended.startFailure()?.code == .scopeClosed)
    // It isn't the application that was stopped.
    _ = try application(.pool)
  }

  @Test(arguments: [false, true]) func `nested scopes start a singleton once`(isStopped: Bool) async throws {
    let application = try Registry {
      live(
        { () async throws -> FixedPool in FixedPool(storage: try await DiskStorage()) }, .pool,
        in: WebRequest.self)
    }
    let session = try application.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let extended = try asynchronous(request)
    #expect(extended.startOrder == ["FixedPool", "Counters"])
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { #expect(await extended.startFailure() == nil) } }
    }
    _ = try extended(.metrics)
    if isStopped { await extended.stop() } else { await request.close() }
    #expect(counters == ["make counters", "stop counters"])
    await session.close()
    #expect(counters.count == 2)
  }

  enum Closing: CaseIterable { case stop, request, session, requestAndThenSession, stopAndThenSession }

  @Test(arguments: Closing.allCases)
  func `an inner scope's instances stop before those of an extension around them`(at closing: Closing)
    async throws
  {
    let application = try Registry {
      live({ Counters() }, .metrics, stopping: journal.writing("stop counters"))
    }
    let session = try application.opening(UserSession(user: "ann"))
    let request = try session.opening(WebRequest(path: "/"))
    let extended = try request.extending {
      live(DiskStorage.init, .storage, in: UserSession.self, stopping: journal.writing("stop storage"))
      live(
        FixedPool.init(storage:), .pool, in: WebRequest.self,
        stopping: { [journal, pause] _ in
          if closing == .requestAndThenSession || closing == .stopAndThenSession { await pause.take() }
          journal.write("stop pool")
        })
    }
    try await extended.start()
    _ = try extended(.pool)
    try await inTime {
      switch closing {
      case .stop: await extended.stop()
      case .request: await request.close()
      case .session: await session.close()
      case .requestAndThenSession:
        async let first: Void = request.close()
        await pause.begins()
        async let second: Void = session.close()
        let isWaiting = try await becomesTrue { request.scope?.waitingCount == 1 }
        #expect(isWaiting)
        pause.end()
        _ = await (first, second)
      case .stopAndThenSession:
        async let first: Void = extended.stop()
        await pause.begins()
        async let second: Void = session.close()
        let isClosing = try await becomesTrue { session.scope?.isOpen == false }
        #expect(isClosing)
        pause.end()
        _ = await (first, second)
      }
    }
    #expect(journal.all == ["stop pool", "stop storage"])
    await session.close()
  }

  @Test func `a recording copy of an extension has the base's start plan`() async throws {
    let base = try server()
    let extended = try plain(base)
    let complete = ["DiskStorage", "FixedPool waits for DiskStorage", "WebClients waits for FixedPool"]
    #expect(extended.startOrder == complete)
    // This registry has the extension's declarations, and itself keeps the instances that the extension's base keeps.
    let recorded = extended.recorded(by: MakingRecorder(parent: nil), hasHandlers: false)
    #expect(recorded.image === extended.image)
    #expect(recorded.startOrder == complete)
    #expect(!extended.lifecycleGraph.startsAny && recorded.lifecycleGraph.instances.count == 3)
    try await recorded.start()
    _ = try recorded(.clients)
    await recorded.stop()
  }
}
