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

  @Test func `a canceled caller doesn't wait for a stop`() async throws {
    let registry = try Registry {
      Route(DiskStorage.init) {
        Service(.storage)
        Singleton()
        Stopping(within: .seconds(500)) { [begun, gate] _ in
          begun.open()
          await gate.pass()
        }
      }
    }
    try await registry.start()
    let stop = Task { await registry.stop() }
    await begun.pass()
    let start = Task { await failure { try await registry.start() } }
    start.cancel()
    #expect(try await inTime { await start.value } is CancellationError)
    gate.open()
    await stop.value
  }
}
