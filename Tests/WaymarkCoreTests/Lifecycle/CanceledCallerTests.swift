import SharedFixtures
import Testing

@testable import WaymarkCore

@MainActor
@Suite("Canceled callers of start()", .timeLimit(.minutes(5)))
struct CanceledCallerTests: RouteVocabulary {
  private let begun = Gate()
  private let gate = Gate()

  @Test func `a canceled caller doesn't wait for the start of another one`() async throws {
    let registry = try Registry {
      Route(DiskStorage.self) {
        Service(.storage)
        Singleton()
      } make: { [begun, gate] in
        begun.open()
        await gate.pass()
        return try await DiskStorage()
      }
    }
    let first = Task { try await registry.start() }
    await begun.pass()
    let second = Task { await failure { try await registry.start() } }
    #expect(try await becomesTrue { registry.lifecycle?.callers == 2 })
    second.cancel()
    #expect(try await inTime { await second.value } is CancellationError)
    #expect(registry.lifecycle?.callers == 1)
    gate.open()
    try await first.value
    #expect(try registry(.storage).path == "/tmp")
    await registry.stop()
  }

  /// A registry whose start fails, and then waits for the stop of an instance.
  private func failing(_ starts: Counter) throws -> Registry {
    try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Starting { _ in starts.increment() }
        Stopping(within: .seconds(500)) { [begun, gate] _ in
          begun.open()
          await gate.pass()
        }
      }
      Route(FixedPool.init(storage:)) {
        Service(.pool)
        Singleton()
        Starting { _ in throw Mistake() }
      }
    }
  }

  @Test func `a canceled caller doesn't wait for the end of a failed start`() async throws {
    let starts = Counter()
    let registry = try failing(starts)
    let first = Task { await failure { try await registry.start() } }
    await begun.pass()
    #expect(try await becomesTrue { registry.lifecycle?.callers == 1 })
    let second = Task { await failure { try await registry.start() } }
    #expect(try await becomesTrue { registry.lifecycle?.callers == 2 })
    second.cancel()
    #expect(try await inTime { await second.value } is CancellationError)
    #expect(registry.lifecycle?.phase == .ending)
    gate.open()
    #expect((await first.value as? RouteError)?.code == .startFailed)
    // The canceled caller has begun no other start.
    #expect(registry.lifecycle?.phase == .idle && starts.value == 1)
  }

  @Test func `the canceled caller of a failed start doesn't wait for its end`() async throws {
    let registry = try failing(Counter())
    let start = Task { await failure { try await registry.start() } }
    await begun.pass()
    start.cancel()
    #expect(try await inTime { await start.value } is CancellationError)
    #expect(registry.lifecycle?.phase == .ending)
    gate.open()
    #expect(try await becomesTrue { registry.lifecycle?.phase == .idle })
  }
}
