import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Stopping a registry")
struct StoppingTests: RouteVocabulary {
  private let journal = Journal()

  @Test func `a failing stop is reported, and the other instances stop`() async throws {
    let registry = try Registry {
      ServerModule(journal: journal, failing: "stop storage")
      ReportsErrors { [journal] in journal.write("error: \($0.message)") }
      ObservesLifecycle { [journal] event in
        if case .stopFailed(let error) = event.phase {
          journal.write("event: \(event.destinationName) \(error.code)")
        }
      }
      live(
        { () async throws -> Counters in Counters() }, .metrics, stopping: journal.writing("stop counters"))
    }
    try await registry.start()
    await registry.stop()
    #expect(journal.all.contains("stop counters"))
    #expect(journal.all.contains("event: DiskStorage stopFailed"))
    #expect(
      journal.all.filter { $0.hasPrefix("error") } == [
        "error: stopping DiskStorage failed: disk full (Mistake)"
      ])
  }

  /// The registry was never started, so its instances have been visible from their creation on.
  @Test func `an operation of the stop gets an instance that a request has made`() async throws {
    let registry = try Registry {
      live({ Counters() }, .metrics, stopping: journal.writing("stop counters"))
      Route(MemoryStore.self) {
        Service(.notes)
        Singleton()
        Stopping { [journal] _ in
          journal.write(Registry.current.refusal(of: .metrics) == nil ? "metrics" : "none")
        }
      } make: { routes in
        _ = try routes(.metrics)
        return MemoryStore()
      }
    }
    _ = try registry(.notes)
    await registry.stop()
    #expect(journal.all == ["metrics", "stop counters"])
  }

  @Test func `stopping abandons an instance that takes too long`() async throws {
    let wasCanceled = Gate()
    let registry = try Registry {
      ReportsErrors { [journal] in journal.write("\($0.message) [\($0.code)] \($0.remedy ?? "")") }
      live(DiskStorage.init, .storage, stopping: journal.writing("stop storage"))
      live(
        FixedPool.init(storage:), .pool, .eager, stopLimit: .milliseconds(20),
        stopping: { _ in
          try? await Task.sleep(for: .seconds(3_600))
          wasCanceled.open()
          // It never ends, and nothing waits for it.
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        })
    }
    try await registry.start()
    await registry.stop()
    #expect(
      journal.all == [
        "stopping FixedPool took longer than 0.020 s [stopFailed] make it end earlier, at least when its task is canceled\nwrite Stopping(within:) with a longer limit",
        "stop storage",
      ])
    try await inTime { await wasCanceled.pass() }
  }

  @Test func `the stopping work of one route runs in reverse, also in a canceled task`() async throws {
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Starting { [journal] _ in journal.write("start first") }
        Stopping { [journal] _ in journal.write("stop first") }
        Starting { [journal] _ in journal.write("start second") }
        Stopping { [journal] _ in
          await Task.yield()
          journal.write("stop second, canceled: \(Task.isCancelled)")
        }
      }
    }
    try await registry.start()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await registry.stop()
    }
    await task.value
    #expect(journal.all == ["start first", "start second", "stop second, canceled: false", "stop first"])
  }

  @Test(arguments: [false, true]) func `a stop is final, even without a start`(isStarted: Bool) async throws {
    let registry = try Registry {
      live({ Counters() }, .metrics, stopping: journal.writing("stop"))
      live({ MemoryStore() }, .notes)
    }
    if isStarted { try await registry.start() }
    await registry.stop()
    for _ in 0..<2 {
      #expect(
        await registry.startFailure()?.description == """
          this registry was stopped, and starts only once [notStarted]
              To fix: create another registry
          """)
    }
    let refused = registry.refusal(of: .metrics)
    #expect(refused?.code == .notStarted)
    #expect(refused?.message == "Counters was requested after stop() was called")
    #expect(
      refused?.remedy == "finish the work before stop(), or in a Stopping closure\ncreate another registry")
    _ = try registry(.notes)
    await registry.stop()
    #expect(journal.all.isEmpty && registry.lifecycle?.phase == .stopped)
    await (try Registry {}).stop()
  }

  // MARK: - Running

  @Test func `run stops the registry, and throws the work's error or else the stop's`() async throws {
    func run(_ work: @escaping @Sendable () throws -> Void) async -> (any Error)? {
      await failure {
        try await Registry { ServerModule(journal: journal, failing: "stop storage") }.run { try work() }
      }
    }
    #expect(await run { throw Mistake(description: "work") } as? Mistake == Mistake(description: "work"))
    #expect(journal.all.contains("stop storage"))
    let found = try #require(await run {} as? RouteError)
    #expect(
      found.description == """
        stopping DiskStorage failed: disk full (Mistake) [stopFailed]
            while stopping \(try #require(found.path.first))
        """)
  }

  @Test func `run stops the registry when its task is canceled`() async throws {
    let (registry, pause) = (try Registry { ServerModule(journal: journal) }, Pause())
    let task = Task { try await registry.run { try await pause.takeUntilCanceled() } }
    await pause.begins()
    task.cancel()
    #expect(await failure { try await task.value } is CancellationError)
    #expect(journal.all.last == "DiskStorage didStop")
  }

  @Test func `run stops the instances that a failed start leaves, and doesn't call the work`() async throws {
    let registry = try Registry {
      live({ Counters() }, .metrics, stopping: journal.writing("stop counters"))
      live(
        DiskStorage.init, .storage,
        starting: { _ in
          _ = try Registry.current(.metrics)
          throw Mistake()
        })
    }
    let found = await routeFailure { try await registry.run { [journal] in journal.write("run") } }
    #expect(found?.code == .startFailed)
    #expect(journal.all == ["stop counters"])
  }

  // MARK: - Dropping

  @Test(arguments: [false, true])
  func `a dropped registry or scope reports running instances`(isScope: Bool) async throws {
    let line = #line + 6
    do {
      let root = try Registry {
        ObservesLifecycle { [journal] event in
          if case .wasNotStopped = event.phase { journal.write("\(event)") }
        }
        live(FixedPool.init(storage:), .pool, in: isScope ? Login.self : RootScope.self, stopping: { _ in })
        live(DiskStorage.init, .storage, stopping: { _ in })
      }
      try await root.start()
      let registry = isScope ? try root.opening(Login(user: "ann")) : root
      _ = try registry(.pool)
    }
    // The task of the start may retain the registry for a moment.
    #expect(try await becomesTrue { journal.all.count == 2 })
    #expect(
      journal.all == [
        "FixedPool (WaymarkCoreTests/StoppingTests.swift:\(line)) was released without being stopped",
        "DiskStorage (WaymarkCoreTests/StoppingTests.swift:\(line + 1)) was released without being stopped",
      ])
  }
}
