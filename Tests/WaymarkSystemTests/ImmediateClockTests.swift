import Testing
import WaymarkSystem

@Suite("The immediate clock")
struct ImmediateClockTests {
  @Test func `an immediate clock moves to each deadline`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(60))
    try await clock.sleep(until: .init(offset: .seconds(10)))
    #expect(clock.now.offset == .seconds(60) && clock.minimumResolution == .zero)
    let any: any Clock<Duration> = clock
    try await any.sleep(for: .seconds(1))
    #expect(clock.now.offset == .seconds(61))
  }

  @Test func `an immediate clock ends a canceled loop`() async {
    let clock = ImmediateClock()
    let task = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
