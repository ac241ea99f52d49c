import SharedFixtures
import Testing

@testable import WaymarkCore

@Suite("Instances on demand that wait for each other", .timeLimit(.minutes(5)))
struct OnDemandCycleTests: RouteVocabulary {
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
    #expect(try await becomesTrue { lifecycle.callersOnDemand == 0 })
    await registry.stop()
  }
}
