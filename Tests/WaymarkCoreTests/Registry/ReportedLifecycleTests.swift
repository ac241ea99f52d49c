import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct Broken: Error {}

private struct Shift: RouteScope { let number: Int }

extension RoutableServices<any TimeSource> {
  fileprivate static var firstTimes: Self { declared() }
  fileprivate static var secondTimes: Self { declared() }
}

@MainActor
@Suite("Reports of errors of collections, starts, and stops")
struct ReportedLifecycleTests: RouteVocabulary {
  private let log = Log()

  /// Returns a registry that reports codes, with a store that does some work.
  private func registry(
    in scope: any RouteScope.Type = RootScope.self, starting: InstanceWork<MemoryStore>? = nil,
    stopping: InstanceWork<MemoryStore>? = nil
  ) throws(RegistryError) -> Registry {
    try Registry {
      ReportsErrors { [log] in log.append($0.code.description) }
      live({ MemoryStore() }, .notes, in: scope, starting: starting, stopping: stopping)
    }
  }

  @Test func `an ambiguous collection is reported`() throws {
    let registry = try Registry {
      ReportsErrors { [log] in log.append("\($0)") }
      Route(SystemTime.self) {
        Contributes(to: .firstTimes)
        Contributes(to: .secondTimes)
      }
    }
    let token = RoutableServices<any TimeSource>(declaredProtocol: (any TimeSource).self)
    let problem = try #require(error { _ = try registry.makeDestinations(of: token) })
    #expect(problem.code == .ambiguousName)
    #expect(log.all == ["\(problem)"])
    #expect(error { _ = try registry.contributions(to: token).makeDestinations() } == problem)
    #expect(log.all == ["\(problem)", "\(problem)"])
  }

  // MARK: - Starting and stopping

  /// A task that the work creates isn't part of the work.
  @Test func `a start called by the work's own task is reported`() async throws {
    let registry = try registry(starting: { _ in
      let registry = Registry.current
      _ = await Task { try? await registry.start() }.value
    })
    try await inTime { try await registry.start() }
    #expect(log.all == ["lifecycleCycle"])
  }

  /// A task that the work creates has reported the error that the work throws.
  @Test(arguments: [false, true])
  func `an error reported by a task isn't reported again`(isStop: Bool) async throws {
    let request: InstanceWork<MemoryStore> = { _ in
      let registry = Registry.current
      try await Task { _ = try registry.makeDestination(to: RoutableService<any TimeSource>()) }.value
    }
    let nothing: InstanceWork<MemoryStore> = { _ in }
    let registry = try registry(starting: isStop ? nothing : request, stopping: isStop ? request : nil)
    let thrown = await #expect(throws: RouteError.self) { try await inTime { try await registry.run {} } }
    #expect(thrown?.code == (isStop ? .stopFailed : .startFailed))
    #expect(log.all == ["unregistered"])
  }

  @Test func `a start while the scope closes is reported`() async throws {
    let registry = try registry(
      in: Shift.self,
      stopping: { _ in
        let registry = Registry.current
        _ = await Task { try? await registry.start() }.value
      })
    let shift = try registry.opening(Shift(number: 1))
    try await shift.start()
    _ = try shift(.notes)
    try await inTime { await shift.close() }
    #expect(log.all == ["scopeClosed"])
  }

  @Test func `starting an extension reports its base's error`() async throws {
    let more = Log()
    let base = try Registry {
      ReportsErrors { [log] in log.append("\($0)") }
      live({ MemoryStore() }, .notes, starting: { _ in throw Broken() })
    }
    let registry = try base.extending {
      ReportsErrors { more.append("\($0)") }
      live({ SystemTime() }, .time, starting: { _ in })
    }
    let thrown = try #require(await #expect(throws: RouteError.self) { try await registry.start() })
    #expect(thrown.code == .startFailed)
    #expect(log.all == ["\(thrown)"] && more.all == log.all)
  }
}
