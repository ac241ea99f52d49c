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

  /// A registry whose holder waits for `proceed` after it got the profile.
  private func registry(isStopped: Bool = false, isDecorated: Bool = false, isAdapted: Bool = false) throws
    -> Registry
  {
    try Registry {
      Route(profiles()) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
        Stopping { [journal] in journal.write("stop profile \($0.number)") }
      }
      Route({ @Sendable [begun, proceed] (profile: VisitorProfile) -> Holder in
        begun.open()
        proceed.wait()
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

  /// Begins a stop, and waits until requests are refused.
  private func beginStopping(_ registry: Registry) async throws -> Task<Void, Never> {
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.phase == .stopping })
    return stop
  }

  @Test(arguments: [false, true])
  func `a stop waits for an instance that is being made, and stops it`(isStopped: Bool) async throws {
    let registry = try registry(isStopped: isStopped)
    try await registry.start()
    async let request = onThread { error { _ = try registry(.holder) } }
    await begun.pass()
    let stop = try await beginStopping(registry)
    #expect(journal.all.isEmpty)
    proceed.open()
    let found = try #require(await request)
    #expect(found.code == .notStarted)
    #expect(found.message == "Holder was requested after stop() was called")
    #expect(
      found.remedy == "finish the work before stop(), or in a Stopping closure\ncreate another registry")
    await stop.value
    #expect(journal.all == (isStopped ? ["stop holder of 1"] : []) + ["stop profile 1"])
    #expect(error { _ = try registry(.holder) }?.code == .notStarted)
  }

  @Test func `a closing waits for the scope's only instance, which is being made`() async throws {
    let registry = try Registry {
      Route({ @Sendable [begun, proceed] () -> Counters in
        begun.open()
        proceed.wait()
        return Counters()
      }) {
        Service(.metrics)
        Scoped(to: Visit.self)
        Stopping { [journal] _ in journal.write("stop counters") }
      }
    }
    let visit = try registry.opening(Visit(path: "/"))
    async let request = onThread { error { _ = try visit(.metrics) } }
    await begun.pass()
    let closing = Task { [journal] in
      await visit.close()
      journal.write("closed")
    }
    #expect(try await becomesTrue { visit.scope?.isOpen == false })
    proceed.open()
    #expect(await request?.code == .scopeClosed)
    await closing.value
    #expect(journal.all == ["stop counters", "closed"])
  }

  /// Nothing that the closure requests later contradicts the refusal.
  @Test func `an instance that is being made during a stop gets nothing of the stopped registry`()
    async throws
  {
    let registry = try Registry {
      Route(profiles()) {
        Service(.visitorProfile)
        Singleton()
        Starting { _ in }
      }
      Route({ Counters() }) {
        Service(.metrics)
        Singleton()
        Stopping { [journal] _ in journal.write("stop counters") }
      }
      Route(Holder.self) {
        Service(.holder)
        Singleton()
      } make: { [begun, proceed, journal] (routes: Resolver) in
        let profile = try routes(.visitorProfile)
        begun.open()
        proceed.wait()
        if let found = error(of: { _ = try routes(.metrics) }) { journal.write(found.message) }
        return Holder(profile: profile)
      }
    }
    try await registry.start()
    async let request = onThread { error { _ = try registry(.holder) } }
    await begun.pass()
    let stop = try await beginStopping(registry)
    proceed.open()
    #expect(await request?.code == .notStarted)
    await stop.value
    #expect(journal.all == ["Counters was requested after stop() was called"])
  }

  @Test(arguments: [false, true], [false, true])
  func `an instance that is made during a stop leaves the slots of its decorators and adapters`(
    isDecorated: Bool, isAdapted: Bool
  ) async throws {
    let registry = try registry(isDecorated: isDecorated, isAdapted: isAdapted)
    try await registry.start()
    async let request = onThread { error { _ = try registry(.holder) } }
    await begun.pass()
    let stop = try await beginStopping(registry)
    proceed.open()
    #expect(await request?.code == .notStarted)
    await stop.value
    #expect(error { _ = try registry(.holder) }?.code == .notStarted)
    if isAdapted { #expect(error { _ = try registry(.proxy) }?.code == .notStarted) }
    #expect(journal.all == ["stop profile 1"])
  }

  /// The start waits for an instance of its own that is being made, too.
  @Test(arguments: [false, true])
  func `requests during the stops of a failed start find and keep nothing of it`(isScoped: Bool) async throws
  {
    let (isStopping, mayStop, canMake, mayFail) = (Gate(), Gate(), Gate(), Gate())
    let starts = Counter()
    let application = try Registry {
      Route(profiles()) {
        Service(.visitorProfile)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Starting { _ in }
        Stopping(within: .seconds(500)) { [journal] profile in
          journal.write("stop profile \(profile.number)")
          isStopping.open()
          await mayStop.pass()
        }
      }
      Route(Holder.self) {
        Service(.holder)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Requires(.visitorProfile)
        Stopping { [journal] in journal.write("stop holder of \($0.profile.number)") }
      } make: { [begun] (routes: Resolver) in
        let profile = try routes(.visitorProfile)
        begun.open()
        await canMake.pass()
        return Holder(profile: profile)
      }
      Route(Page.init(profile:)) {
        Service(.visitorPage)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping { [journal] in journal.write("stop page of \($0.profile.number)") }
      }
      Route({ Counters() }) {
        Service(.metrics)
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Requires(.visitorProfile)
        Starting { _ in
          starts.increment()
          await mayFail.pass()
          if starts.value == 1 { throw Mistake() }
        }
      }
    }
    let registry = isScoped ? try application.opening(Visit(path: "/")) : application
    @Sendable func expectRefusals() {
      for found in [
        error { _ = try registry(.visitorProfile) }, error { _ = try registry(.holder) },
        error { _ = try registry(.visitorPage) },
      ] {
        #expect(found?.code == .notStarted)
        #expect(
          found?.message.hasSuffix("was requested while the registry is starting, and is not started yet")
            == true)
      }
    }
    let start = Task { await routeFailure { try await registry.start() } }
    await begun.pass()
    expectRefusals()
    mayFail.open()
    #expect(try await becomesTrue { registry.lifecycle?.phase == .ending })
    expectRefusals()
    #expect(journal.all.isEmpty)
    canMake.open()
    await isStopping.pass()
    expectRefusals()
    #expect(journal.all == ["stop holder of 1", "stop profile 1"])
    mayStop.open()
    #expect(await start.value?.code == .startFailed)
    try await registry.start()
    #expect(try registry(.holder).profile === registry(.visitorProfile))
    #expect(try registry(.visitorPage).profile === registry(.visitorProfile))
    #expect(try registry(.visitorProfile).number == 2)
    await registry.stop()
    #expect(journal.all.count == 5 && journal.all.last == "stop profile 2")
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
        begun.open()
        proceed.wait()
        return Holder(profile: holder.profile)
      }
    }
    try await registry.start()
    async let request = onThread { error { _ = try registry(.holder) } }
    await begun.pass()
    let stop = Task { await registry.stop() }
    #expect(try await becomesTrue { registry.lifecycle?.isStopped == true })
    proceed.open()
    #expect(await request?.code == .notStarted)
    await stop.value
    #expect(error { _ = try registry(.holder) }?.code == .notStarted)
  }

  @Test func `a scope's instance that is made during a stop isn't kept`() async throws {
    let registry = try Registry {
      Route(profiles()) {
        Service(.visitorProfile)
        Scoped(to: Login.self)
        Starting { _ in }
        Stopping { [journal] in journal.write("stop profile \($0.number)") }
      }
      Route({ @Sendable [begun, proceed] (profile: VisitorProfile) -> Holder in
        begun.open()
        proceed.wait()
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
    let stop = try await beginStopping(session)
    #expect(journal.all.isEmpty)
    proceed.open()
    let found = await request
    #expect(found?.code == .notStarted)
    #expect(found?.message == "Holder was requested after stop() was called")
    #expect(found?.remedy == "finish the work before stop(), or in a Stopping closure\nopen another Login")
    await stop.value
    #expect(error { _ = try session(.holder) }?.code == .notStarted)
    await session.close()
    #expect(journal.all == ["stop profile 1"])
  }

  @Test func `a scope's instance that starts on demand during a stop of its root is stopped`() async throws {
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
    // The holder needs a stopped instance, so nobody gets it.
    #expect(await first.value?.code == .notStarted)
    #expect(await routeFailure { _ = try await session.started(.holder) }?.code == .notStarted)
    #expect(error { _ = try session(.holder) }?.code == .notStarted)
    await session.close()
    #expect(journal.all == ["stop holder of 1"])
  }
}
