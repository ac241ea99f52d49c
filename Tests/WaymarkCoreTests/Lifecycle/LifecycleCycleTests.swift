import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// Work of an instance, which is called with the name of its registry or its session.
private typealias Work = @Sendable (String) async throws -> Void

/// Closures of a test that are known only after the registries are created.
private final class Works: Sendable {
  private struct State {
    var starting: Work = { _ in }
    var stopping: Work = { _ in }
  }

  private let state = Lock(State())

  func onStarting(_ work: @escaping Work) { state.withLock { $0.starting = work } }
  func onStopping(_ work: @escaping Work) { state.withLock { $0.stopping = work } }
  func start(_ name: String) async throws { try await state.withLock(\.starting)(name) }
  func stop(_ name: String) async throws { try await state.withLock(\.stopping)(name) }
}

/// The error that the work of an instance has caught.
private final class Caught: Sendable {
  private let found = Lock<(any Error)?>(nil)
  var error: RouteError? { found.withLock(\.self) as? RouteError }
  func catching(_ call: () async throws -> Void) async {
    let error = await failure(of: call)
    found.withLock { $0 = error }
  }
}

/// A lifecycle or a scope.
private final class Subject: Sendable {}

/// How work calls a function.
private enum CallKind: CaseIterable {
  case starting, factory, childTask, task
}

@MainActor
@Suite("Work that calls start(), stop(), or close()", .timeLimit(.minutes(10)))
struct LifecycleCycleTests: RouteVocabulary {
  private let works = Works()
  private let reports = Journal()
  private let journal = Journal()

  private func registry(_ name: String) throws(RegistryError) -> Registry {
    try Registry(name: name) { server(name) }
  }

  @RoutesBuilder private func server(_ name: String) -> Routes {
    ReportsErrors { [reports] in reports.write("\($0.code)") }
    live(
      DiskStorage.init, .storage, starting: { [works] _ in try await works.start(name) },
      stopLimit: .seconds(200),
      stopping: { [works, journal] _ in
        try await works.stop(name)
        journal.write("stop \(name)")
      })
  }

  /// Returns an extension with an instance to start.
  private func extending(_ base: Registry) throws(RegistryError) -> Registry {
    try base.extending { live({ Counters() }, .metrics, starting: { _ in }) }
  }

  private func sessions(_ names: String...) throws -> [Registry] {
    let application = try Registry {
      ReportsErrors { [reports] in reports.write($0.message) }
      live(
        { (session: UserSession) in Counters(name: session.user) }, .metrics, in: UserSession.self,
        starting: { [works] in try await works.start($0.name) }, stopLimit: .seconds(200),
        stopping: { [works, journal] in
          try await works.stop($0.name)
          journal.write("stop \($0.name)")
        })
    }
    return try names.map { try application.opening(UserSession(user: $0)) }
  }

  // MARK: - Starting

  @Test(arguments: CallKind.allCases)
  fileprivate func `work that starts its own registry gets an error`(kind: CallKind) async throws {
    let found = Caught()
    let call: @Sendable () async throws -> Void = {
      await found.catching {
        switch kind {
        case .starting, .factory: try await Registry.current.start()
        case .childTask:
          async let start: Void = Registry.current.start()
          try await start
        case .task: try await Task { try await Registry.current.start() }.value
        }
      }
      if let error = found.error { throw error }
    }
    let line = #line + 2
    let registry = try Registry(name: "server") {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
        Starting { _ in if kind != .factory { try await call() } }
      } make: {
        if kind == .factory { try await call() }
        return try await DiskStorage()
      }
    }
    let thrown = try #require(try await inTime { await registry.startFailure() })
    #expect(
      found.error?.description == """
        DiskStorage calls start() of the registry "server" while it is starting, and each would wait for the other [lifecycleCycle]
            while making DiskStorage (WaymarkCoreTests/LifecycleCycleTests.swift:\(line))
            To fix: call start() outside of Starting, Stopping, and asynchronous factories
                or: take a parameter or add Requires for an instance that DiskStorage needs
        """)
    #expect(thrown.code == (kind == .factory ? .lifecycleCycle : .startFailed))
    // Nothing is left of the failed start.
    #expect(await registry.startFailure()?.code == thrown.code)
  }

  @Test func `stopping work that starts its own registry gets an error`() async throws {
    let (registry, found, starts) = (try registry("server"), Caught(), Counter())
    works.onStarting { _ in starts.increment() }
    works.onStopping { _ in await found.catching { try await Registry.current.start() } }
    try await inTime { try await registry.run {} }
    #expect(
      found.error?.message
        == "DiskStorage calls start() of the registry \"server\" while it is stopping, and each would wait for the other"
    )
    #expect(journal.all == ["stop server"])
    // The work has caught the error.
    #expect(reports.all.isEmpty)
    // A start that can't wait isn't performed later, either.
    for _ in 0..<200 { await Task.yield() }
    #expect(starts.value == 1)
  }

  /// The extension starts its base, whether or not another task has begun that.
  @Test(arguments: [false, true])
  func `a base's work that starts an extension gets an error`(isStarting: Bool) async throws {
    let base = try registry("base")
    let extended = try extending(base)
    let (found, pause) = (Caught(), Pause())
    works.onStarting { _ in
      await pause.take()
      await found.catching { try await extended.start() }
    }
    let start = Task { try await (isStarting ? extended : base).start() }
    await pause.begins()
    pause.end()
    try await inTime { try await start.value }
    #expect(found.error?.code == .lifecycleCycle)
    try await inTime { try await extended.start() }
    _ = try extended(.metrics)
  }

  /// What each of two registries calls on the other one, and in what.
  enum Crossing: CaseIterable { case startInStarting, stopInStopping, stopInFactory }

  @Test(arguments: Crossing.allCases)
  func `two registries that wait for each other get one error`(_ crossing: Crossing) async throws {
    let others = Lock<[Registry]>([])
    let entered = Meeting(of: 2)
    let found = Journal()
    let registries = try (0..<2).map { number in
      let call: @Sendable () async throws -> Void = {
        await entered.meet()
        let other = others.withLock { $0[1 - number] }
        guard crossing == .startInStarting else { return await other.stop() }
        let error = await failure { try await other.start() }
        found.write((error as? RouteError).map { "\($0.code)" } ?? "started")
      }
      return try Registry {
        ReportsErrors { [reports] in reports.write("\(number) \($0.code)") }
        if crossing == .stopInFactory {
          live(
            { () async throws -> VisitorProfile in
              try await call()
              return VisitorProfile(number: 1)
            }, .visitorProfile, .onDemand)
        } else {
          live(
            { MemoryStore() }, .notes,
            starting: { _ in if crossing == .startInStarting { try await call() } },
            stopping: { _ in if crossing == .stopInStopping { try await call() } })
        }
      }
    }
    others.withLock { $0 = registries }
    if crossing == .stopInStopping { for registry in registries { try await registry.start() } }
    try await inTime {
      await withDiscardingTaskGroup { group in
        for registry in registries {
          group.addTask {
            switch crossing {
            case .startInStarting: _ = await registry.startFailure()
            case .stopInStopping: await registry.stop()
            case .stopInFactory: _ = await failure { _ = try await registry.started(.visitorProfile) }
            }
          }
        }
      }
      for registry in registries { await registry.stop() }
    }
    others.withLock { $0 = [] }
    #expect(found.all.sorted() == (crossing == .startInStarting ? ["lifecycleCycle", "started"] : []))
    #expect(reports.all.count { $0.hasSuffix("lifecycleCycle") } == 1, "\(reports.all)")
  }

  @Test func `work may start another registry and open a started scope`() async throws {
    let (one, two) = (try registry("one"), try registry("two"))
    let session = try sessions("ann")[0]
    works.onStarting { [journal] name in
      guard name == "one" else { return }
      try await two.start()
      try await session.start()
      journal.write("started \(try session.makeDestination(to: .metrics).name)")
      await session.close()
      await two.stop()
    }
    try await inTime { try await one.start() }
    #expect(journal.all == ["started ann", "stop ann", "stop two"])
    #expect(reports.all.isEmpty)
  }

  @Test func `canceling a start cancels the start that its work waits for`() async throws {
    let (one, two) = (try registry("one"), try registry("two"))
    let pause = Pause()
    works.onStarting { name in
      if name == "one" { try await two.start() } else { try await pause.takeUntilCanceled() }
    }
    let start = one.starting()
    await pause.begins()
    start.cancel()
    #expect(try await inTime { await start.value } is CancellationError)
    #expect(try await becomesTrue { one.lifecycle?.phase == .idle && two.lifecycle?.phase == .idle })
  }

  // MARK: - Stopping

  @Test func `starting work may stop its own registry and requested instances`() async throws {
    let registry = try Registry {
      server("server")
      live({ Counters() }, .metrics, stopping: journal.writing("stop counters"))
    }
    _ = try registry(.metrics)
    works.onStarting { [journal] _ in
      await registry.stop()
      journal.write("stopped")
    }
    #expect(try await inTime { await registry.startFailure() }?.code == .startInterrupted)
    #expect(try await becomesTrue { registry.lifecycle?.phase == .stopped })
    // The call doesn't wait for the stop of the instance that makes it.
    #expect(journal.all.filter { $0 != "stop counters" } == ["stopped", "stop server"])
    #expect(journal.all.count { $0 == "stop counters" } == 1)
    #expect(!reports.all.contains("lifecycleCycle"))
  }

  @Test func `a base's starting work may stop a starting extension`() async throws {
    let base = try registry("base")
    let extended = try extending(base)
    works.onStarting { _ in await extended.stop() }
    #expect(try await inTime { await extended.startFailure() }?.code == .startInterrupted)
    // The start of the base is part of the extension's start.
    #expect(!reports.all.contains("lifecycleCycle"))
  }

  /// The work of an instance that took too long doesn't block its registry anymore.
  @Test func `a wait of timed-out work is no cycle`() async throws {
    let (two, pause, found) = (try registry("two"), Pause(), Caught())
    let one = try Registry(name: "one") {
      live(
        { Counters() }, .metrics, starting: { _ in }, stopLimit: .milliseconds(1),
        stopping: { _ in await two.stop() })
    }
    works.onStopping { _ in
      await pause.take()
      await found.catching { try await one.start() }
    }
    try await one.start()
    try await two.start()
    await one.stop()
    // The work was canceled after its limit, perhaps before it began.
    let stop = Task { await two.stop() }
    await pause.begins()
    pause.end()
    try await inTime { await stop.value }
    // The other registry was stopped before, and there is no cycle.
    #expect(found.error?.code == .notStarted)
  }

  // MARK: - Closing

  /// Each session's work closes the next one while all of them are being closed.
  @Test(arguments: 2...4) func `scopes that close each other end up closed`(count: Int) async throws {
    let names = Array(["ann", "bob", "eve", "joe"].prefix(count))
    let sessions = try sessions("ann", "bob", "eve", "joe").prefix(count).map(\.self)
    for session in sessions { try await session.start() }
    let entered = Meeting(of: count)
    works.onStopping { name in
      await entered.meet()
      let next = (try #require(names.firstIndex(of: name)) + 1) % count
      await sessions[next].close()
    }
    try await inTime {
      await withDiscardingTaskGroup { group in
        for session in sessions { group.addTask { await session.close() } }
      }
    }
    #expect(journal.all.sorted() == names.map { "stop \($0)" })
    #expect(
      reports.all == [
        "Counters calls close() of a UserSession while it is stopping, and each would wait for the other"
      ])
    for session in sessions {
      #expect(session.refusal(of: .metrics)?.code == .scopeClosed)
    }
  }

  /// The closing of one session waits for its start, and the start's work waits for the other session.
  @Test func `a start that a closing waits for doesn't wait for the closing`() async throws {
    let sessions = try sessions("ann", "bob")
    let pause = Pause()
    works.onStarting { name in
      guard name == "bob" else { return }
      await pause.take()
      await sessions[0].close()
    }
    works.onStopping { name in
      guard name == "ann" else { return }
      pause.end()
      await sessions[1].close()
    }
    try await sessions[0].start()
    let start = sessions[1].starting()
    await pause.begins()
    try await inTime { await sessions[0].close() }
    _ = await start.value
    try await inTime { await sessions[1].close() }
    #expect(journal.all.sorted() == ["stop ann", "stop bob"])
    #expect(reports.all.count { $0.contains("calls close()") } == 1)
  }

  // MARK: - Waits

  @Test nonisolated func `the end of a wait doesn't end another wait of the same operation`() async throws {
    let (first, second, third) = (Subject(), Subject(), Subject())
    let registry = try Registry { Route(SystemTime.self) { Service<any TimeSource>() } }
    let isRefused = await LifecycleWork.runSteps(of: first) {
      await LifecycleWork.wait(for: second, isAlwaysPerformed: false) {
        await LifecycleWork.wait(for: third, isAlwaysPerformed: false) {}
        // The first one still waits for the second one.
        let opposite = Task.detached {
          await LifecycleWork.run(.start, in: registry, of: second) {
            await LifecycleWork.wait(for: first, isAlwaysPerformed: false) { true }
          }
        }
        return await opposite.value == nil
      }
    }
    #expect(isRefused == true)
  }

  @Test(arguments: [false, true])
  nonisolated func `an interrupted wait cancels its operation unless that is always performed`(
    isAlwaysPerformed: Bool
  ) async throws {
    let (first, second) = (Subject(), Subject())
    let (begun, mayEnd, canceled) = (Gate(), Gate(), Lock(false))
    let registry = try Registry { Route(SystemTime.self) { Service<any TimeSource>() } }
    let waiting = Task {
      await LifecycleWork.run(.start, in: registry, of: first) {
        let ended: Bool? = await LifecycleWork.wait(for: second, isAlwaysPerformed: isAlwaysPerformed) {
          await withTaskCancellationHandler {
            begun.open()
            await mayEnd.pass()
            return true
          } onCancel: {
            canceled.withLock { $0 = true }
          }
        }
        return (isInterrupted: ended == nil, isCanceled: canceled.withLock(\.self))
      }
    }
    await begun.pass()
    // Each would wait for the other, and only the first wait can be interrupted.
    let found = await LifecycleWork.runSteps(of: second) {
      await LifecycleWork.wait(for: first, isAlwaysPerformed: false) { await waiting.value }
    }
    mayEnd.open()
    #expect(found?.isInterrupted == true)
    #expect(found?.isCanceled == !isAlwaysPerformed)
  }
}
