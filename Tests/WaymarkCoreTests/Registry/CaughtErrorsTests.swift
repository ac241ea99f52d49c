import SharedFixtures
import Testing
import WaymarkCore

private let required = RoutableService<any RequiredStore>()

/// Work of a registry that requests a store, which nothing can make.
private struct Work: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// A route that calls the closure in its work.
  let route: @Sendable (_ request: @escaping @Sendable () throws -> Void) -> Route
  let run: @MainActor @Sendable (Registry) async throws -> Void

  init(
    _ description: String,
    route: @escaping @Sendable (_ request: @escaping @Sendable () throws -> Void) -> Route,
    run: @escaping @MainActor @Sendable (Registry) async throws -> Void = { try await $0.start() }
  ) {
    (testDescription, self.route, self.run) = (description, route, run)
  }

  static let synchronous = Work("synchronous factory") { request in
    Route(SystemTime.self) {
      RoutableService(.time)
    } make: {
      try request()
      return SystemTime()
    }
  } run: {
    _ = try $0(.time)
  }

  static let asynchronous = [
    Work("asynchronous factory") { request in
      live(
        { () async throws -> SystemTime in
          await Task.yield()
          try request()
          return SystemTime()
        }, .time)
    },
    Work("asynchronous factory of a view") { request in
      Route(Editor.self) {
        RoutableView(.editor)
        Singleton()
      } make: { () async throws -> Editor in
        await Task.yield()
        try request()
        return Editor()
      }
    },
    Work("Starting") { request in live({ SystemTime() }, .time, starting: { _ in try request() }) },
    Work("Stopping") { request in
      live({ SystemTime() }, .time, stopping: { _ in try request() })
    } run: { registry in
      _ = try registry(.time)
      try await registry.run {}
    },
  ]

  /// Runs the work of a registry that reports to a log, and returns the error.
  @MainActor func failure(
    _ log: Log, _ request: @escaping @Sendable () throws -> Void
  ) async throws -> RouteError? {
    let registry = try brokenRegistry(log) { route(request) }
    return await routeFailure { try await Registry.withCurrent(registry) { try await run(registry) } }
  }
}

/// Returns a registry that reports to a log, and can't make a store.
private func brokenRegistry(_ log: Log, @RoutesBuilder _ more: () -> Routes) throws -> Registry {
  let more = more()
  return try Registry {
    ReportsErrors { log.append("\($0)") }
    Route({ () throws -> MemoryStore in throw Mistake() }) { RoutableService(.notes) }
    more
  }
}

private struct OptionalStore: Sendable {
  @Routed(RoutableService(.notes)) var store: (any NoteStore)?
}

private func requestStore() throws { _ = try Registry.current(.notes) }

@MainActor
@Suite("Reports of errors that a registry's work catches")
struct CaughtErrorsTests {
  private let log = Log()

  @Test(arguments: [Work.synchronous] + Work.asynchronous)
  fileprivate func `an error is reported once if the work throws it, and not if the work catches it`(
    _ work: Work
  ) async throws {
    #expect(try await work.failure(log) { try? requestStore() } == nil)
    #expect(log.all == [])
    let thrown = try #require(try await work.failure(log) { try requestStore() })
    #expect(log.all == ["\(thrown)"])
  }

  /// The work gets nil, and no error that it could throw.
  @Test(arguments: [Work.synchronous] + Work.asynchronous)
  fileprivate func `the error of an optional property that the work reads is reported once`(_ work: Work)
    async throws
  {
    let found = try await work.failure(log) {
      let store = OptionalStore().store
      #expect(store == nil)
    }
    #expect(found == nil)
    #expect(log.all.count == 1 && log.all.first?.contains("disk full (Mistake)") == true)
  }

  /// Nothing shows whether the work waits for such a task, which may also run after it.
  @Test(arguments: Work.asynchronous)
  fileprivate func `an error in a task that the work creates is reported once`(_ work: Work) async throws {
    let ended = Counter()
    let found = try await work.failure(log) {
      Task {
        try? requestStore()
        ended.increment()
      }
    }
    #expect(found == nil)
    #expect(try await becomesTrue { ended.value == 1 })
    #expect(log.all.count == 1)
  }

  @Test func `a child task's error that the work throws is reported once`() async throws {
    let registry = try brokenRegistry(log) {
      live(
        { () async throws -> SystemTime in
          async let request: Void = requestStore()
          try await request
          return SystemTime()
        }, .time)
    }
    await #expect(throws: RouteError.self) { try await registry.start() }
    #expect(log.all.count == 1)
  }

  @Test func `a reporter's own errors aren't reported`() throws {
    let own = Log()
    let registry = try brokenRegistry(log) {
      ReportsErrors {
        own.append("\($0)")
        _ = OptionalStore().store
        try? requestStore()
      }
    }
    Registry.withCurrent(registry) { _ = OptionalStore().store }
    #expect(own.all.count == 1 && log.all == own.all)
  }

  /// A base reports nothing that a factory of its extension catches, and an unrelated registry reports it.
  @Test(arguments: [false, true])
  func `a factory's registry reports another registry's error only if the factory throws it`(isBase: Bool)
    throws
  {
    let inner = Log()
    let root = try brokenRegistry(log) {}
    let base = isBase ? root : try Registry {}
    let more = try base.extending {
      ReportsErrors { inner.append("\($0)") }
      Route({ PlainDraft(text: (try? root(.notes).name) ?? "none") }) { RoutableService<any Draft>() }
      Route({ StoreProxy(try root(.notes)) }) { required }
    }
    #expect(try more(RoutableService<any Draft>()).text == "none")
    #expect(log.all.count == (isBase ? 0 : 1) && inner.all == [])
    #expect(throws: RouteError.self) { try more(required) }
    #expect(log.all.count == (isBase ? 1 : 2) && inner.all == log.all.suffix(1))
  }
}
