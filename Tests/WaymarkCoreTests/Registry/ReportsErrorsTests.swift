import SharedFixtures
import Testing
import WaymarkCore

extension RoutableServices<any TimeSource> {
  fileprivate static var firstTimes: Self { declared() }
  fileprivate static var secondTimes: Self { declared() }
}

/// A way to stop the instances of an extension's base, by a request to the extension.
private struct Stop: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @MainActor @Sendable (_ extended: Registry) async throws -> Void

  static let all = [
    Stop(testDescription: "stop()") {
      try await $0.start()
      await $0.stop()
    },
    Stop(testDescription: "run(_:)") { extended in
      await #expect(throws: RouteError.self) { try await extended.run {} }
    },
    Stop(testDescription: "start that fails") { extended in
      let failing = try extended.extending {
        live({ Counters() }, .metrics, starting: { _ in throw Mistake() })
      }
      await #expect(throws: RouteError.self) { try await failing.start() }
    },
  ]
}

/// `EveryErrorTests` has errors of navigation, and `CaughtErrorsTests` has errors that the work of a registry catches.
@MainActor
@Suite("Reports of a registry's errors")
struct ReportsErrorsTests: RouteVocabulary {
  private let log = Log()
  private let more = Log()

  private func registry(@RoutesBuilder _ routes: () -> Routes) throws -> Registry {
    let routes = routes()
    return try Registry {
      ReportsErrors { [log] in log.append("\($0)") }
      routes
    }
  }

  private func extending(_ base: Registry, @RoutesBuilder _ routes: () -> Routes) throws -> Registry {
    let routes = routes()
    return try base.extending {
      ReportsErrors { [more] in more.append("\($0)") }
      routes
    }
  }

  // MARK: - Requests

  @Test func `the outermost request reports an error once`() throws {
    let registry = try registry {
      Route({ () throws -> MemoryStore in throw Mistake() }) { Service(.notes) }
      Route(StoreProxy.init) { Service<any RequiredStore>() }
      Route(
        { (_: EditorConfiguration) throws -> Editor in throw Mistake() },
        configuration: EditorConfiguration.init
      ) {
        ViewModule(.editorModule)
        View(.editor)
      }
    }
    let router = try #require(registry.router(to: .editorModule))
    let attempts: [() throws -> Void] = [
      { _ = try registry(Service<any RequiredStore>()) },
      { _ = try router.makeDestination(as: View(.editor)) },
    ]
    for (number, attempt) in attempts.enumerated() {
      let problem = error(of: attempt)
      #expect(log.all.count == number + 1 && log.all.last == problem.map { "\($0)" })
    }
  }

  @Test func `a derived registry reports to its base's reporters`() throws {
    let derived = try registry { Route(MemoryStore.self) { Service(.notes) } }.overriding {
      Route(SystemTime.self) { Service(.notes).as { _ in throw Mistake() } }
      ReportsErrors { [more] in more.append("\($0)") }
    }
    #expect(error { _ = try derived(.notes) } != nil)
    #expect(log.all.count == 1 && more.all == log.all)
  }

  @Test func `an ambiguous collection is reported`() throws {
    let registry = try registry {
      Route(SystemTime.self) {
        Contributes(to: .firstTimes)
        Contributes(to: .secondTimes)
      }
    }
    let token = RoutableServices<any TimeSource>(declaredProtocol: (any TimeSource).self)
    let problem = try #require(error { _ = try registry.makeDestinations(of: token) })
    #expect(problem.code == .ambiguousName)
    #expect(error { _ = try registry.contributions(to: token).makeDestinations() } == problem)
    #expect(log.all == ["\(problem)", "\(problem)"])
  }

  // MARK: - Tasks that starting and stopping work creates

  /// Returns a registry with a store that does some work.
  private func storeRegistry(
    in scope: any RouteScope.Type = RootScope.self, starting: InstanceWork<MemoryStore>? = nil,
    stopping: InstanceWork<MemoryStore>? = nil
  ) throws -> Registry {
    try registry { live({ MemoryStore() }, .notes, in: scope, starting: starting, stopping: stopping) }
  }

  private let startInATask: InstanceWork<MemoryStore> = { _ in
    let registry = Registry.current
    _ = await Task { try? await registry.start() }.value
  }

  /// A task that the work creates isn't part of the work.
  @Test func `a start called by the work's own task is reported`() async throws {
    let registry = try storeRegistry(starting: startInATask)
    try await inTime { try await registry.start() }
    #expect(log.all.count == 1 && log.all[0].contains("[lifecycleCycle]"))
  }

  @Test func `a start while the scope closes is reported`() async throws {
    let window = try storeRegistry(in: AppWindow.self, stopping: startInATask).opening(AppWindow(number: 1))
    try await window.start()
    _ = try window(.notes)
    try await inTime { await window.close() }
    #expect(log.all.count == 1 && log.all[0].contains("[scopeClosed]"))
  }

  /// A task that the work creates has reported the error that the work throws.
  @Test(arguments: [false, true])
  func `an error reported by a task isn't reported again`(isStop: Bool) async throws {
    let request: InstanceWork<MemoryStore> = { _ in
      let registry = Registry.current
      try await Task { _ = try registry(RoutableService<any TimeSource>()) }.value
    }
    let nothing: InstanceWork<MemoryStore> = { _ in }
    let registry = try storeRegistry(starting: isStop ? nothing : request, stopping: isStop ? request : nil)
    let thrown = await #expect(throws: RouteError.self) { try await inTime { try await registry.run {} } }
    #expect(thrown?.code == (isStop ? .stopFailed : .startFailed))
    #expect(log.all.count == 1 && log.all[0].contains("[unregistered]"))
  }

  // MARK: - Extensions

  @Test(arguments: Stop.all)
  fileprivate func `an extension reports its base's errors of stopping`(_ stop: Stop) async throws {
    let extended = try extending(storeRegistry(starting: { _ in }, stopping: { _ in throw Mistake() })) {}
    try await stop.run(extended)
    #expect(log.all.filter { $0.contains("[stopFailed]") }.count == 1)
    #expect(more.all == log.all)
  }

  /// The base is used without the extension, which has nothing to do with the request.
  @Test func `an extension doesn't report errors of requests to its base`() async throws {
    let base = try storeRegistry(stopping: { _ in throw Mistake() })
    let extended = try extending(base) {}
    _ = try base(.notes)
    await base.stop()
    #expect(throws: RouteError.self) { try base(Service<any Draft>()) }
    #expect(log.all.count == 2 && more.all == [])
    withExtendedLifetime(extended) {}
  }

  /// Closing a scope through an extension stops the scope's own instances, and the instances that the extension adds.
  @Test func `an extension reports errors of closing its scope`() async throws {
    let root = try registry {
      live(
        { SystemTime() }, .time, in: AppWindow.self, stopping: { _ in throw Mistake(description: "clock") })
    }
    let window = try root.opening(AppWindow(number: 1))
    _ = try window(.time)
    let extended = try extending(window) {
      live(
        { MemoryStore() }, .notes, in: AppWindow.self, stopping: { _ in throw Mistake(description: "desk") })
    }
    _ = try extended(.notes)
    await extended.close()
    #expect(log.all.count == 2 && more.all == log.all)
  }
}
