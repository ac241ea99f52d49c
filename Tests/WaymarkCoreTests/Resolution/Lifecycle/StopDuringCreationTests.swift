import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

/// An instance that holds a started one.
private final class Holder: Sendable {
  let profile: VisitorProfile
  init(profile: VisitorProfile) { self.profile = profile }
}

private protocol ProfileHolder: AnyObject, Sendable { var profile: VisitorProfile { get } }

private final class HolderProxy: ProfileHolder {
  let profile: VisitorProfile
  init(_ holder: Holder) { profile = holder.profile }
}

extension RoutableService<Holder> { fileprivate static var holder: Self { declared() } }
extension RoutableService<any ProfileHolder> { fileprivate static var proxy: Self { declared() } }

@Suite("Stops during a creation", .timeLimit(.minutes(5)))
struct StopDuringCreationTests: RouteVocabulary {
  private let journal = Journal()
  private let begun = Gate()
  private let proceed = ThreadGate()

  /// Returns a factory of profiles with the numbers of their creation.
  private func profiles() -> @Sendable () -> VisitorProfile {
    let count = Lock(0)
    return {
      VisitorProfile(
        number: count.withLock {
          $0 += 1
          return $0
        })
    }
  }

  /// A registry whose first holder waits for `proceed` after it got the first profile.
  private func registry(isStopped: Bool = false, isDecorated: Bool = false, isAdapted: Bool = false) throws
    -> Registry
  {
    try Registry {
      Route(profiles()) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
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
      if isDecorated { Decorates(.holder) { Holder(profile: $0.profile) } }
      if isAdapted { Adapter(.proxy, for: .holder) { HolderProxy($0) } }
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
      error.message
        == "a stop or a failed start ended instances while Holder was being made, and Holder may hold one of them"
    )
    #expect(error.remedy == "finish the work before stop()\nrequest Holder again after start()")
    if !isStartedAgain { try await registry.start() }
    #expect(try registry(.holder).profile === registry(.visitorProfile))
    #expect(try registry(.holder).profile.number == 2)
    await registry.stop()
    #expect(journal.all.sorted() == (isStopped ? ["stop holder of 1", "stop holder of 2"] : []))
  }

  @Test(arguments: [false, true], [false, true])
  func `an instance that is made during a stop leaves the slots of its decorators and adapters`(
    isDecorated: Bool, isAdapted: Bool
  ) async throws {
    let registry = try registry(isDecorated: isDecorated, isAdapted: isAdapted)
    try await registry.start()
    async let request = onThread { () -> RouteError? in
      do throws(RouteError) { _ = try registry(.holder) } catch { return error }
      return nil
    }
    await begun.pass()
    await registry.stop()
    proceed.open()
    #expect(await request?.code == .notStarted)
    try await registry.start()
    #expect(try registry(.holder).profile.number == 2)
    if isAdapted { #expect(try registry(.proxy).profile.number == 2) }
    await registry.stop()
  }

  @Test(arguments: [false, true])
  func `requests during the last stops of a failed start find and keep nothing stopped`(
    isScoped: Bool
  ) async throws {
    let (isStopping, canStop, isLast, canEnd) = (Gate(), Gate(), Gate(), Gate())
    let (profiles, starts) = (Counter(), Counter())
    let application = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Eager()
        Stopping { _ in
          isStopping.open()
          await canStop.pass()
        }
      } make: {
        profiles.increment()
        return VisitorProfile(number: profiles.value)
      }
      Route({ @Sendable [begun, proceed] (profile: VisitorProfile) -> Holder in
        begun.open()
        if profile.number == 1 { proceed.wait() }
        return Holder(profile: profile)
      }) {
        Service(.holder)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping { _ in }
      }
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping { _ in
          isLast.open()
          await canEnd.pass()
        }
      }
      Route({ Counters() }) {
        Service(.metrics)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Requires(.visitorProfile)
        Starting { _ in
          starts.increment()
          if starts.value == 1 { throw Mistake() }
        }
      }
    }
    let registry = isScoped ? try application.opening(Visit(path: "/")) : application
    let start = Task { await routeFailure { try await registry.start() } }
    await isStopping.pass()
    #expect(try registry(.visitorPage).profile.number == 1)
    async let request = onThread { () -> RouteError? in
      do throws(RouteError) { _ = try registry(.holder) } catch { return error }
      return nil
    }
    await begun.pass()
    canStop.open()
    await isLast.pass()
    let second = Result { try registry(.visitorProfile).number }
    proceed.open()
    #expect(await request?.code == .notStarted)
    canEnd.open()
    #expect(try second.get() == 2)
    #expect(await start.value?.code == .startFailed)
    try await registry.start()
    #expect(try registry(.holder).profile === registry(.visitorProfile))
    #expect(try registry(.visitorPage).profile === registry(.visitorProfile))
    await registry.stop()
  }

  @Test func `a wrapper that is made during a stop isn't kept`() async throws {
    let registry = try Registry {
      Route(profiles()) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
      }
      Route(Holder.init(profile:)) {
        Service(.holder)
        Singleton()
      }
      Decorates(.holder) { [begun, proceed] (holder: Holder) -> Holder in
        if holder.profile.number == 1 {
          begun.open()
          proceed.wait()
        }
        return Holder(profile: holder.profile)
      }
    }
    try await registry.start()
    async let request = onThread { error { _ = try registry(.holder) } }
    await begun.pass()
    await registry.stop()
    proceed.open()
    #expect(await request?.code == .notStarted)
    try await registry.start()
    #expect(try registry(.holder).profile.number == 2)
    await registry.stop()
  }

  @Test func `a scope's instance that is made during a stop isn't kept`() async throws {
    let registry = try Registry {
      Route(profiles()) {
        Service(.visitorProfile)
        Scoped(to: Login.self)
        Starting { _ in }
      }
      Route({ @Sendable [begun, proceed] (profile: VisitorProfile) -> Holder in
        if profile.number == 1 {
          begun.open()
          proceed.wait()
        }
        return Holder(profile: profile)
      }) {
        Service(.holder)
        Scoped(to: Login.self)
      }
    }
    let session = try registry.opening(Login(user: "ann"))
    try await session.start()
    async let request = onThread { error { _ = try session(.holder) } }
    await begun.pass()
    await session.stop()
    proceed.open()
    #expect(await request?.code == .notStarted)
    try await session.start()
    #expect(try session(.holder).profile.number == 2)
    await session.close()
  }

  @Test func `a scope's instance that starts on demand during a stop is stopped at once`() async throws {
    let proceed = Gate()
    let application = try Registry {
      Route(profiles()) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
      }
      Route(Holder.init(profile:)) {
        Service(.holder)
        Scoped(to: Login.self)
        OnDemand()
        Starting { [begun] _ in
          begun.open()
          await proceed.pass()
        }
        Stopping { [journal] in journal.write("stop holder of \($0.profile.number)") }
      }
    }
    try await application.start()
    let session = try application.opening(Login(user: "ann"))
    let first = Task { await routeFailure { _ = try await session.started(.holder) } }
    await begun.pass()
    await application.stop()
    proceed.open()
    let error = try #require(await first.value)
    #expect(error.code == .notStarted && error.path.count == 1)
    #expect(error.message.hasPrefix("a stop or a failed start ended instances while Holder was being made"))
    try await application.start()
    #expect(try await session.started(.holder).profile.number == 2)
    await session.close()
    #expect(journal.all == ["stop holder of 1", "stop holder of 2"])
    await application.stop()
  }
}
