import SharedFixtures
import Testing

@testable import WaymarkCore

private struct Labeled: Metrics {
  let name: String
  init(inner: any Metrics, storage: any Storage) { name = "\(inner.name) at \(storage.path)" }
}

private struct StorageCheck: HealthCheck {
  let name: String
  init(storage: any Storage) { name = storage.path }
}

private struct Monitor: Metrics {
  let name: String
  init(checks: [any HealthCheck]) { name = checks.map(\.name).joined(separator: ", ") }
}

private struct KeyedMonitor: Metrics {
  let name: String
  init(checks: [String: any HealthCheck]) { name = checks.keys.sorted().joined(separator: ", ") }
}

@Suite("Starting with collections and decorated services")
struct CollectionStartTests: RouteVocabulary {
  @Test func `a decorator's dependencies start before it`() async throws {
    let registry = try Registry {
      live({ SystemTime() }, .time, requiring: Requires(.metrics), starting: { _ in })
      live({ Counters() }, .metrics)
      Decorates(.metrics, with: Labeled.init(inner:storage:))
      live(DiskStorage.init, .storage)
    }
    #expect(registry.startOrder == ["DiskStorage", "SystemTime waits for DiskStorage"])
    try await registry.start()
    #expect(try registry(.metrics).name == "counters at /tmp")
    // The wrapper holds the storage, so it ends with it.
    await registry.stop()
    #expect(registry.refusal(of: .metrics)?.code == .notStarted)
  }

  @Test(arguments: [false, true]) func `an array parameter's elements start before it`(isKeyed: Bool)
    async throws
  {
    let registry = try Registry {
      if isKeyed {
        live(KeyedMonitor.init(checks:), .metrics, .eager)
      } else {
        live(Monitor.init(checks:), .metrics, .eager)
      }
      Route(StorageCheck.init(storage:)) { Contributes(to: .healthChecks, as: "storage") }
      Route(DiskCheck.self) {
        Contributes(to: .healthChecks, as: "disk")
        Singleton()
      } make: {
        await Task.yield()
        return DiskCheck()
      }
      live(DiskStorage.init, .storage)
    }
    let monitor = isKeyed ? "KeyedMonitor" : "Monitor"
    let ways = [["DiskStorage", "DiskCheck"], ["DiskCheck", "DiskStorage"]].map { $0.joined(separator: ", ") }
    #expect(
      registry.startOrder.last.map { last in ways.contains { last == "\(monitor) waits for \($0)" } } == true)
    try await registry.start()
    #expect(try registry(.metrics).name == (isKeyed ? "disk, storage" : "/tmp, disk"))
  }

  @Test func `a contribution's dependencies start before the instance that needs it`() async throws {
    let registry = try Registry {
      live({ SystemTime() }, .time, requiring: Requires(.healthChecks), starting: { _ in })
      Route(StorageCheck.init(storage:)) { Contributes(to: .healthChecks) }
      live(DiskStorage.init, .storage)
    }
    #expect(registry.startOrder == ["DiskStorage", "SystemTime waits for DiskStorage"])
    try await registry.start()
    #expect(try registry.makeDestinations(of: .healthChecks).map(\.name) == ["/tmp"])
  }
}
