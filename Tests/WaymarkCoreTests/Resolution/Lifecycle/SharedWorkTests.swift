import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@Suite("Operations that several tasks wait for")
struct SharedWorkTests: RouteVocabulary {
  @Test func `a task that waits for an operation after its end gets the result`() async throws {
    let work = SharedWork<Int>()
    #expect(work.join())
    work.begin { 1 }
    #expect(try await work.value() == 1)
    let result = try await inTime { await work.end() }
    #expect(try result.get() == 1)
    try await inTime { try await work.waitForEnd() }
  }

  @Test @MainActor func `a stop waits for the starts on demand that it cancels`() async throws {
    let registry = try Registry {
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Starting { _ in }
      }
    }
    let lifecycle = try #require(registry.lifecycle)
    let (work, gate, hasEnded) = (SharedWork<Void>(), Gate(), Flag())
    #expect(work.join())
    work.begin {
      await gate.pass()
      hasEnded.set()
    }
    try await inTime {
      // The main actor runs this task only during the wait.
      Task { gate.open() }
      await lifecycle.end([work])
      #expect(work.isEnded && hasEnded.isSet)
    }
  }

  @Test @MainActor func `a task that can't wait because of a cycle doesn't keep a start going`() async throws
  {
    let hasReturned = Gate()
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        OnDemand()
      } make: { _ in
        _ = try? await Registry.current.started(.metrics)
        hasReturned.open()
        try await Task.sleep(for: .seconds(3_600))
        return VisitorProfile(number: 1)
      }
      Route(Counters.self) {
        Service(.metrics)
        Singleton()
        OnDemand()
      } make: { _ in
        _ = try await Registry.current.started(.visitorProfile)
        return Counters()
      }
    }
    let profile = Task { try await registry.started(.visitorProfile) }
    await hasReturned.pass()
    profile.cancel()
    await #expect(throws: CancellationError.self) { _ = try await profile.value }
    let lifecycle = try #require(registry.lifecycle)
    #expect(try await becomesTrue { lifecycle.state.withLock(\.onDemand.isEmpty) })
    await registry.stop()
  }
}
