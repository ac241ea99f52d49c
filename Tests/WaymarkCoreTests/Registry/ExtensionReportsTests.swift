import SharedFixtures
import Testing

@testable import WaymarkCore

private struct Shift: RouteScope { let number: Int }

private final class ShiftClock: TimeSource { let now = 1 }

/// A way to stop the instances of an extension's base, by a request to the extension.
private struct Stop: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @MainActor @Sendable (_ base: Registry, _ extended: Registry) async throws -> Void

  static let all = [
    Stop(testDescription: "stop()") { _, extended in
      try await extended.start()
      await extended.stop()
    },
    Stop(testDescription: "run(_:)") { _, extended in
      await #expect(throws: RouteError.self) { try await extended.run {} }
    },
    Stop(testDescription: "start that fails") { _, extended in
      let failing = try extended.extending {
        live({ Counters() }, .metrics, starting: { _ in throw Mistake() })
      }
      await #expect(throws: RouteError.self) { try await failing.start() }
    },
  ]
}

@MainActor
@Suite("Reports to the declarations of extensions")
struct ExtensionReportsTests {
  private let log = Log()
  private let more = Log()

  /// Returns a registry with a store that fails to stop.
  private func base(starting: InstanceWork<MemoryStore>? = nil) throws -> Registry {
    try Registry {
      ReportsErrors { [log] in log.append("\($0)") }
      live({ MemoryStore() }, .notes, starting: starting, stopping: { _ in throw Mistake() })
    }
  }

  @Test(arguments: Stop.all)
  fileprivate func `an extension reports its base's errors of stopping`(_ stop: Stop)
    async throws
  {
    let base = try base(starting: { _ in })
    let extended = try base.extending { ReportsErrors { [more] in more.append("\($0)") } }
    try await stop.run(base, extended)
    #expect(log.all.filter { $0.contains("[stopFailed]") }.count == 1)
    #expect(more.all == log.all)
  }

  /// The base is used without the extension, which has nothing to do with the request.
  @Test func `an extension doesn't report errors of requests to its base`() async throws {
    let base = try base()
    let extended = try base.extending { ReportsErrors { [more] in more.append("\($0)") } }
    _ = try base(.notes)
    await base.stop()
    #expect(throws: RouteError.self) { try base.makeDestination(to: RoutableService<any Draft>()) }
    #expect(log.all.count == 2 && more.all == [])
    withExtendedLifetime(extended) {}
  }

  /// Closing a scope through an extension stops the scope's own instances, and the instances that the extension adds.
  @Test func `an extension reports errors of closing its scope`() async throws {
    let root = try Registry {
      ReportsErrors { [log] in log.append("\($0)") }
      live({ ShiftClock() }, .time, in: Shift.self, stopping: { _ in throw Mistake(description: "clock") })
    }
    let shift = try root.opening(Shift(number: 1))
    _ = try shift(.time)
    let extended = try shift.extending {
      ReportsErrors { [more] in more.append("\($0)") }
      live({ MemoryStore() }, .notes, in: Shift.self, stopping: { _ in throw Mistake(description: "desk") })
    }
    _ = try extended(.notes)
    await extended.close()
    #expect(log.all.count == 2 && more.all == log.all)
  }
}
