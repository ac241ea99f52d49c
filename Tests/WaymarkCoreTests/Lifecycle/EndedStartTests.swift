import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@MainActor
@Suite("Interrupted starts, and ends of registries and scopes", .timeLimit(.minutes(10)))
struct EndedStartTests: RouteVocabulary {
  private let journal = Journal()
  private let pause = Pause()

  /// Returns a registry with one service that does something at its start.
  private func registry(_ starting: @escaping @Sendable () async throws -> Void = {}) throws -> Registry {
    try Registry {
      live(
        { Counters() }, .metrics, starting: { _ in try await starting() }, stopping: journal.writing("stop"))
    }
  }

  // MARK: - Errors

  @Test func `a cancellation error of uncanceled work is a failure`() async throws {
    let registry = try registry { throw CancellationError() }
    let found = await registry.startFailure()
    #expect(found?.code == .startFailed && found?.underlying is CancellationError)
  }

  /// The work fails for a reason of its own after a stop has ended its start.
  @Test func `a failure after a stop is thrown`() async throws {
    let registry = try registry { [pause] in
      await pause.take()
      throw Mistake()
    }
    let start = registry.starting()
    await pause.begins()
    let stop = try await registry.beginStopping()
    pause.end()
    #expect((try await inTime { await start.value } as? RouteError)?.code == .startFailed)
    await stop.value
    #expect(registry.lifecycle?.phase == .stopped)
  }

  // MARK: - After the end

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

  /// The start that a registry's work waits for doesn't retain that registry.
  @Test func `registries are released after their work waited`() async throws {
    weak var waiting: Registry?
    weak var awaited: Registry?
    do {
      let other = try registry()
      let registry = try registry { try await other.start() }
      (waiting, awaited) = (registry, other)
      try await inTime { try await registry.start() }
      await registry.stop()
      await other.stop()
    }
    #expect(try await becomesTrue { waiting == nil && awaited == nil })
  }

  // MARK: - Closing

  /// Work of an inner scope, and of an extension, closes the scope around it.
  @Test(arguments: [false, true])
  func `starting work may close the outer scope`(isExtension: Bool) async throws {
    let outer = Lock<Registry?>(nil)
    let scope: any RouteScope.Type = isExtension ? UserSession.self : WebRequest.self
    let application = try Registry {
      ReportsErrors { [journal] in journal.write("\($0.code)") }
      live(
        { Counters() }, .metrics, in: scope,
        starting: { _ in await outer.withLock(\.self)?.close() })
    }
    let session = try application.opening(UserSession(user: "ann"))
    outer.withLock { $0 = session }
    let inner = isExtension ? try session.extending {} : try session.opening(WebRequest(path: "1"))
    _ = try await inTime { await inner.startFailure() }
    outer.withLock { $0 = nil }
    try await inTime { await session.close() }
    #expect(!journal.all.contains("lifecycleCycle"))
    #expect(inner.refusal(of: .metrics)?.code == .scopeClosed)
  }

  /// The scope that was opened last is closed first.
  @Test func `inner scopes close in reverse order`() async throws {
    let application = try Registry {
      live(
        { (request: WebRequest) in Counters(name: request.path) }, .metrics, in: WebRequest.self,
        stopping: { [journal] in journal.write($0.name) })
    }
    let session = try application.opening(UserSession(user: "ann"))
    let requests = try (1...4).map { try session.opening(WebRequest(path: "\($0)")) }
    for request in requests { _ = try request(.metrics) }
    await requests[1].close()
    await session.close()
    // A scope ends without being closed when nothing holds its registry.
    withExtendedLifetime(requests) {}
    #expect(journal.all == ["2", "4", "3", "1"])
  }
}
