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
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Singleton()
        Requires(.metrics)
        Starting { _ in }
      }
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
      } make: {
        Counters()
      }
      Decorates(.metrics, with: Labeled.init(inner:storage:))
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    }
    #expect(registry.startOrder.map(\.description) == ["DiskStorage", "SystemTime waits for DiskStorage"])
    try await registry.start()
    #expect(try registry.makeDestination(to: .metrics).name == "counters at /tmp")
    // The wrapper holds the storage, so it ends with it.
    await registry.stop()
    #expect(error { _ = try registry.makeDestination(to: .metrics) }?.code == .notStarted)
  }

  @Test(arguments: [false, true]) func `an array parameter's elements start before it`(isKeyed: Bool)
    async throws
  {
    let registry = try Registry {
      if isKeyed {
        Route(KeyedMonitor.init(checks:)) {
          Service(.metrics)
          Singleton()
          Eager()
        }
      } else {
        Route(Monitor.init(checks:)) {
          Service(.metrics)
          Singleton()
          Eager()
        }
      }
      Route(StorageCheck.init(storage:)) { Contributes(to: .healthChecks, as: "storage") }
      Route(DiskCheck.self) {
        Contributes(to: .healthChecks, as: "disk")
        Singleton()
      } make: {
        await Task.yield()
        return DiskCheck()
      }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    }
    let monitor = isKeyed ? "KeyedMonitor" : "Monitor"
    #expect(registry.startOrder.map(\.destination).last == monitor)
    #expect(registry.startOrder.last.map { Set($0.waitsFor) } == ["DiskStorage", "DiskCheck"])
    try await registry.start()
    #expect(try registry.makeDestination(to: .metrics).name == (isKeyed ? "disk, storage" : "/tmp, disk"))
  }

  @Test func `a contribution's dependencies start before the instance that needs it`() async throws {
    let registry = try Registry {
      Route(SystemTime.self) {
        Service<any TimeSource>()
        Singleton()
        Requires(.healthChecks)
        Starting { _ in }
      }
      Route(StorageCheck.init(storage:)) { Contributes(to: .healthChecks) }
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
      }
    }
    #expect(registry.startOrder.map(\.description) == ["DiskStorage", "SystemTime waits for DiskStorage"])
    try await registry.start()
    #expect(try registry.makeDestinations(of: .healthChecks).map(\.name) == ["/tmp"])
  }
}
