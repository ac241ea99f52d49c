import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// An instance that holds a started one.
private final class Holder: Sendable {
  let profile: VisitorProfile
  init(profile: VisitorProfile) { self.profile = profile }
}

extension RoutableService<Holder> { fileprivate static var holder: Self { declared() } }

@Suite("Stops during a creation", .timeLimit(.minutes(5)))
struct StopDuringCreationTests: RouteVocabulary {
  private let journal = Journal()
  private let begun = Gate()
  private let proceed = ThreadGate()

  /// A registry whose first holder waits for `proceed` after it got the first profile.
  private func registry(isStopped: Bool) throws -> Registry {
    let count = Lock(0)
    return try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
      } make: {
        VisitorProfile(
          number: count.withLock {
            $0 += 1
            return $0
          })
      }
      Route({ @Sendable [begun, proceed] (profile: VisitorProfile) -> Holder in
        if profile.number == 1 {
          begun.open()
          proceed.wait()
        }
        return Holder(profile: profile)
      }) {
        Service(.holder)
        Singleton()
        if isStopped { Stopping { [journal] in journal.write("stop holder of \($0.profile.number)") } }
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `an instance that is made during a stop holds nothing stopped after the next start`(
    isStopped: Bool, isStartedAgain: Bool
  ) async throws {
    let registry = try registry(isStopped: isStopped)
    try await registry.start()
    async let request = onThread { () -> RouteError? in
      do throws(RouteError) { _ = try registry(.holder) } catch { return error }
      return nil
    }
    await begun.pass()
    await registry.stop()
    if isStartedAgain { try await registry.start() }
    proceed.open()
    let error = try #require(await request)
    #expect(error.code == .notStarted)
    #expect(
      error.message == "stop() ended instances while Holder was being made, and Holder may hold one of them")
    #expect(error.remedy == "finish the work before stop()\nrequest Holder again after start()")
    if !isStartedAgain { try await registry.start() }
    #expect(try registry(.holder).profile === registry(.visitorProfile))
    #expect(try registry(.holder).profile.number == 2)
    await registry.stop()
    #expect(journal.all.sorted() == (isStopped ? ["stop holder of 1", "stop holder of 2"] : []))
  }
}
