import SharedFixtures
import Testing
import WaymarkCore

private struct NoDisk: Error {}

private let times = RoutableService<any TimeSource>()

/// Work of a registry that requests something that fails, and catches the error or not.
private struct Work: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// A route that calls the closure in its work, in a registry that provides a broken `any NoteStore`.
  let route: @Sendable (_ request: @escaping @Sendable () throws -> Void) -> Routes
  let run: @MainActor @Sendable (Registry) async throws -> Void

  init(
    _ description: String,
    @RoutesBuilder route: @escaping @Sendable (_ request: @escaping @Sendable () throws -> Void) -> Routes,
    run: @escaping @MainActor @Sendable (Registry) async throws -> Void = { try await $0.start() }
  ) {
    testDescription = description
    self.route = route
    self.run = run
  }

  static let factories = [
    Work("synchronous factory") { request in
      Route(SystemTime.self) {
        times
      } make: {
        try request()
        return SystemTime()
      }
    } run: {
      _ = try $0.makeDestination(to: times)
    },
    Work("asynchronous factory") { request in
      live(
        { () async throws -> SystemTime in
          await Task.yield()
          try request()
          return SystemTime()
        }, times)
    },
    Work("asynchronous factory of a view") { request in
      Route(Editor.self) {
        RoutableView<any EditorInput>()
        Singleton()
      } make: { () async throws -> Editor in
        await Task.yield()
        try request()
        return Editor()
      }
    },
    Work("Starting") { request in
      live({ SystemTime() }, times, starting: { _ in try request() })
    },
    Work("Stopping") { request in
      live({ SystemTime() }, times, stopping: { _ in try request() })
    } run: { registry in
      _ = try registry.makeDestination(to: times)
      try await registry.run {}
    },
  ]

  /// Returns a registry that has the work, and reports to a log.
  func registry(_ log: Log, _ request: @escaping @Sendable () throws -> Void) throws -> Registry {
    try brokenRegistry(log) { route(request) }
  }
}

/// Returns a registry that reports to a log, and can't make a store.
private func brokenRegistry(_ log: Log, @RoutesBuilder _ more: () -> Routes) throws -> Registry {
  let more = more()
  return try Registry {
    ReportsErrors { log.append("\($0)") }
    Route({ () throws -> MemoryStore in throw NoDisk() }) { RoutableService<any NoteStore>() }
    more
  }
}

private struct OptionalStore: Sendable {
  @Routed(RoutableService()) var store: (any NoteStore)?
}

private func requestStore() throws {
  _ = try Registry.current.makeDestination(to: RoutableService<any NoteStore>())
}

@MainActor
@Suite("Reports of errors that a registry's work catches")
struct CaughtErrorsTests {
  @Test(arguments: Work.factories)
  fileprivate func `an error that the work catches isn't reported`(_ work: Work) async throws {
    let log = Log()
    let registry = try work.registry(log) { try? requestStore() }
    try await Registry.withCurrent(registry) { try await work.run(registry) }
    #expect(log.all == [])
  }

  @Test(arguments: Work.factories)
  fileprivate func `an error that the work throws is reported once, as the caller gets it`(_ work: Work)
    async throws
  {
    let log = Log()
    let registry = try work.registry(log) { try requestStore() }
    let error = await #expect(throws: RouteError.self) {
      try await Registry.withCurrent(registry) { try await work.run(registry) }
    }
    #expect(log.all == [error.map { "\($0)" } ?? ""])
  }

  /// Nothing shows whether the work waits for such a task, which may also run after it.
  @Test(arguments: Work.factories.dropFirst())
  fileprivate func `an error in a task that the work creates is reported once`(_ work: Work) async throws {
    let (log, ended) = (Log(), Counter())
    let registry = try work.registry(log) {
      Task {
        try? requestStore()
        ended.increment()
      }
    }
    try await Registry.withCurrent(registry) { try await work.run(registry) }
    #expect(try await becomesTrue { ended.value == 1 })
    #expect(log.all.count == 1)
  }

  @Test func `a child task's error that the work throws is reported once`() async throws {
    let log = Log()
    let registry = try brokenRegistry(log) {
      live(
        { () async throws -> SystemTime in
          async let request: Void = requestStore()
          try await request
          return SystemTime()
        }, times)
    }
    await #expect(throws: RouteError.self) { try await registry.start() }
    #expect(log.all.count == 1)
  }

  /// The work gets nil, and no error that it could throw.
  @Test(arguments: Work.factories)
  fileprivate func `the error of an optional property that the work reads is reported once`(_ work: Work)
    async throws
  {
    let log = Log()
    let registry = try work.registry(log) {
      let store = OptionalStore().store
      #expect(store == nil)
    }
    try await Registry.withCurrent(registry) { try await work.run(registry) }
    #expect(log.all.count == 1 && log.all.first?.contains("NoDisk") == true)
  }

  @Test func `a reporter's own errors aren't reported`() throws {
    let log = Log()
    let registry = try Registry {
      ReportsErrors {
        log.append("\($0)")
        _ = OptionalStore().store
        try? requestStore()
      }
      Route({ () throws -> MemoryStore in throw NoDisk() }) { RoutableService<any NoteStore>() }
      Route({ OptionalStore() }) { RoutableService<OptionalStore>(declaredProtocol: OptionalStore.self) }
    }
    Registry.withCurrent(registry) { _ = OptionalStore().store }
    #expect(log.all.count == 1)
  }

  /// A base reports nothing that a factory of its extension catches, and an unrelated registry reports it.
  @Test(arguments: [false, true])
  func `a factory's registry reports another registry's error only if the factory throws it`(isBase: Bool)
    throws
  {
    let (log, inner) = (Log(), Log())
    let root = try brokenRegistry(log) {}
    let base = isBase ? root : try Registry {}
    let more = try base.extending {
      ReportsErrors { inner.append("\($0)") }
      Route(PlainDraft.self) {
        RoutableService<any Draft>()
      } make: {
        PlainDraft(text: (try? root.makeDestination(to: RoutableService<any NoteStore>()).name) ?? "none")
      }
      Route({ PlainDraft(text: try root.makeDestination(to: RoutableService<any NoteStore>()).name) }) {
        RoutableService<any RequiredDraft>()
      }
    }
    #expect(try more.makeDestination(to: RoutableService<any Draft>()).text == "none")
    #expect(log.all.count == (isBase ? 0 : 1) && inner.all == [])
    #expect(throws: RouteError.self) { try more.makeDestination(to: RoutableService<any RequiredDraft>()) }
    #expect(log.all.count == (isBase ? 1 : 2) && inner.all == log.all.suffix(1))
  }
}
