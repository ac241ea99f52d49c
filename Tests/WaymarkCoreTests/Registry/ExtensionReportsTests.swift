import SharedFixtures
import Testing
import WaymarkCore

private struct Shift: RouteScope { let number: Int }

private final class ShiftClock: TimeSource { let now = 1 }
private final class ShiftDesk: NoteStore { let name = "desk" }

/// A way to stop what an extension's base keeps, by a request to the extension.
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
        Route({ PlainDraft() }) {
          RoutableService<any Draft>()
          Singleton()
          Starting { _ in throw Mistake() }
        }
      }
      await #expect(throws: RouteError.self) { try await failing.start() }
    },
  ]
}

@MainActor
@Suite("Reports to the declarations of extensions")
struct ExtensionReportsTests {
  @Test(arguments: Stop.all)
  fileprivate func `an extension reports its base's errors of stopping`(_ stop: Stop)
    async throws
  {
    let (log, more) = (Log(), Log())
    let base = try Registry {
      ReportsErrors { log.append("\($0)") }
      Route(MemoryStore.self) {
        RoutableService<any NoteStore>()
        Singleton()
        Starting { _ in }
        Stopping { _ in throw Mistake() }
      }
    }
    let extended = try base.extending { ReportsErrors { more.append("\($0)") } }
    try await stop.run(base, extended)
    #expect(log.all.filter { $0.contains("[stopFailed]") }.count == 1)
    #expect(more.all == log.all)
  }

  /// The base is used without the extension, which has nothing to do with the request.
  @Test func `an extension doesn't report errors of requests to its base`() async throws {
    let (log, more) = (Log(), Log())
    let base = try Registry {
      ReportsErrors { log.append("\($0)") }
      Route(MemoryStore.self) {
        RoutableService<any NoteStore>()
        Singleton()
        Stopping { _ in throw Mistake() }
      }
    }
    let extended = try base.extending { ReportsErrors { more.append("\($0)") } }
    _ = try base.makeDestination(to: RoutableService<any NoteStore>())
    await base.stop()
    #expect(throws: RouteError.self) { try base.makeDestination(to: RoutableService<any Draft>()) }
    #expect(log.all.count == 2 && more.all == [])
    withExtendedLifetime(extended) {}
  }

  /// Closing a scope through an extension stops what the scope has by itself, and what the extension adds.
  @Test func `an extension reports errors of closing its scope`() async throws {
    let (log, more) = (Log(), Log())
    let root = try Registry {
      ReportsErrors { log.append("\($0)") }
      Route({ ShiftClock() }) {
        RoutableService<any TimeSource>()
        Scoped(to: Shift.self)
        Stopping { _ in throw Mistake(description: "clock") }
      }
    }
    let shift = try root.opening(Shift(number: 1))
    _ = try shift.makeDestination(to: RoutableService<any TimeSource>())
    let extended = try shift.extending {
      ReportsErrors { more.append("\($0)") }
      Route({ ShiftDesk() }) {
        RoutableService<any NoteStore>()
        Scoped(to: Shift.self)
        Stopping { _ in throw Mistake(description: "desk") }
      }
    }
    _ = try extended.makeDestination(to: RoutableService<any NoteStore>())
    await extended.close()
    #expect(log.all.count == 2 && more.all == log.all)
  }
}
