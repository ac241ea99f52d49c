import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private final class Database: Sendable {}
private final class Cache: Sendable { init(_ database: Database) {} }
private final class Jobs: Sendable { init(_ cache: Cache) {} }

extension RoutableService<Database> { fileprivate static var reportDatabase: Self { declared() } }
extension RoutableService<Cache> { fileprivate static var reportCache: Self { declared() } }
extension RoutableService<Jobs> { fileprivate static var reportJobs: Self { declared() } }

@Suite("The report of a start")
struct StartReportTests: RouteVocabulary {
  private func registry() throws(RegistryError) -> Registry {
    try Registry {
      live(Jobs.init, .reportJobs, starting: { _ in try await Task.sleep(for: .milliseconds(2)) })
      live({ Counters() }, .metrics, startLimit: .seconds(100), starting: { _ in })
      live(
        { () async throws -> Database in
          try await Task.sleep(for: .milliseconds(5))
          return Database()
        }, .reportDatabase)
      live(Cache.init, .reportCache, .eager)
      live({ SystemTime() }, Service<any TimeSource>(), .eager)
    }
  }

  @Test func `a start measures each instance after its dependencies`() async throws {
    let registry = try registry()
    #expect(registry.startReport == nil)
    try await registry.start()
    let report = try #require(registry.startReport)
    #expect(Set(report.instances.map(\.name)) == ["Jobs", "Counters", "Database", "Cache", "SystemTime"])
    for instance in report.instances {
      #expect(.zero <= instance.ready && instance.ready <= instance.begun && instance.begun <= instance.ended)
      #expect(instance.ended <= report.duration)
      for index in instance.waitsFor { #expect(report.instances[index].ended <= instance.ready) }
    }
    let database = try #require(report.instances.first { $0.name == "Database" })
    let jobs = try #require(report.instances.first { $0.name == "Jobs" })
    #expect(database.isAsynchronous && database.made == nil && database.took >= .milliseconds(5))
    let made = try #require(jobs.made)
    #expect(jobs.isAsynchronous && jobs.begun <= made && jobs.ended - made >= .milliseconds(2))
    #expect(report.instances.first { $0.name == "Counters" }?.made != nil, "also with a limit")
    #expect(report.instances.first { $0.name == "Cache" }?.isAsynchronous == false)
    #expect(jobs.location.fileID == "WaymarkCoreTests/StartReportTests.swift")
    await registry.stop()
    #expect(registry.startReport == report)
  }

  @Test func `a failed start has no report, also after a stop, and a later start has its own`() async throws {
    let fails = Lock(true)
    let registries = try (1...2).map { _ in
      try Registry {
        live(
          { () async throws -> Database in
            if fails.withLock(\.self) { throw Mistake() }
            return Database()
          }, .reportDatabase)
      }
    }
    for registry in registries {
      await #expect(throws: RouteError.self) { try await registry.start() }
      #expect(registry.startReport == nil)
    }
    await registries[0].stop()
    #expect(registries[0].startReport == nil)
    fails.withLock { $0 = false }
    try await registries[1].start()
    #expect(registries[1].startReport?.instances.map(\.name) == ["Database"])
  }

  private func instance(
    _ name: String, _ ready: Int, _ begun: Int, _ ended: Int, made: Int? = nil, waitsFor: [Int] = [],
    isAsynchronous: Bool = false, tokenName: String? = nil
  ) -> StartReport.Instance {
    StartReport.Instance(
      name: name, tokenName: tokenName,
      location: DeclarationLocation(fileID: "App/App.swift", line: ready + 1),
      isAsynchronous: isAsynchronous, waitsFor: waitsFor, ready: .milliseconds(ready),
      begun: .milliseconds(begun), made: made.map { .milliseconds($0) }, ended: .milliseconds(ended))
  }

  @Test func `the critical path leads back from the last instance`() {
    let report = StartReport(instances: [
      instance("Database", 0, 0, 500, isAsynchronous: true), instance("Log", 0, 0, 20),
      instance("Cache", 500, 750, 800, waitsFor: [0, 1]),
      instance("Jobs", 800, 800, 1_000, made: 900, waitsFor: [1, 2], isAsynchronous: true),
      instance("Late", 20, 100, 900, waitsFor: [1]),
    ])
    #expect(report.criticalPath.map(\.name) == ["Database", "Cache", "Jobs"])
    #expect(report.duration == .seconds(1))
    #expect(
      report.description == """
        started 5 instances in 1.0 s
        * Database |====================                    | 0.50 s
          Log      |=                                       | 0.020 s
        * Cache    |                              ==        | 0.050 s, after a wait of 0.25 s
        * Jobs     |                                ====####| 0.20 s
          Late     |    ================================    | 0.80 s, after a wait of 0.080 s
        critical path: Database → Cache → Jobs
        To shorten the start: Database (App/App.swift:1) takes 0.50 s: let Cache store a router to it, so that it doesn't wait
        To shorten the start: Jobs (App/App.swift:801) takes 0.20 s: make the instance at its first request instead of at the start
        To shorten the start: the critical path waited 0.25 s for free threads: make the factories that block a thread asynchronous
        """)
  }

  /// The advice names no instance that took less than a tenth of the start or less than 50 milliseconds.
  @Test(arguments: [(49, 60, 0), (50, 60, 1), (50, 500, 1), (50, 501, 0)])
  func `advice needs at least 50 ms and a tenth of the start`(took: Int, duration: Int, count: Int) {
    let report = StartReport(instances: [
      instance("Short", 0, 0, took, isAsynchronous: true),
      instance("Jobs", took, took, duration, waitsFor: [0], isAsynchronous: true),
    ])
    #expect(report.advice.count { $0.hasPrefix("Short") } == count)
  }

  @Test(arguments: [false, true])
  func `advice about blocked threads needs a synchronous instance`(isAsynchronous: Bool) {
    let report = StartReport(instances: [instance("Jobs", 0, 80, 100, isAsynchronous: isAsynchronous)])
    #expect(report.advice.contains { $0.contains("free threads") } == !isAsynchronous)
  }

  @Test func `the report tells the instances of one type apart by their names or else their locations`()
    async throws
  {
    let report = StartReport(instances: [
      instance("Database", 0, 0, 50, isAsynchronous: true, tokenName: "notes"),
      instance("Database", 1, 1, 2), instance("Jobs", 50, 50, 100, waitsFor: [0], tokenName: "jobs"),
    ])
    #expect(
      report.description == """
        started 3 instances in 0.10 s
        * Database (.notes)          |====================                    | 0.050 s
          Database (App/App.swift:2) |=                                       | 0.0010 s
        * Jobs                       |                    ====================| 0.050 s
        critical path: Database (.notes) → Jobs
        To shorten the start: Database (App/App.swift:1) takes 0.050 s: let Jobs store a router to it, so that it doesn't wait
        To shorten the start: Jobs (App/App.swift:51) takes 0.050 s: make its factory asynchronous, or make the instance at its first request instead of at the start
        """)
    let registry = try registry()
    try await registry.start()
    let names = try #require(registry.startReport).instances.map { "\($0.name) \($0.tokenName ?? "-")" }
    #expect(
      Set(names) == [
        "Jobs reportJobs", "Counters metrics", "Database reportDatabase", "Cache reportCache", "SystemTime -",
      ])
  }

  @Test func `a start without instances has an empty report`() {
    let report = StartReport(instances: [])
    #expect(report.description == "no instance to start" && report.criticalPath.isEmpty)
    #expect(report.duration == .zero && report.advice.isEmpty)
  }

  @Test func `a long report shows the critical path and the longest instances`() {
    let report = StartReport(
      instances: (0..<60).map { instance("Instance\($0)", 0, $0 == 59 ? 99 : 0, $0 == 59 ? 100 : $0 + 1) })
    let lines = report.description.split(separator: "\n")
    #expect(lines.count { $0.contains("|") } == 41)
    #expect(lines.contains("  and 19 others") && lines.contains { $0.hasPrefix("* Instance59") })
  }
}
