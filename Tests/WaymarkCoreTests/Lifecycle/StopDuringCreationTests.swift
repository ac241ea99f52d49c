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

@MainActor
@Suite("Stops during a creation", .timeLimit(.minutes(5)))
struct StopDuringCreationTests: RouteVocabulary {
  private let journal = Journal()
  private let slow = ThreadPause()

  /// The route of profiles with the numbers of their creation.
  private func profiles(in scope: any RouteScope.Type = RootScope.self) -> Route {
    let count = Counter()
    return live(
      {
        count.increment()
        return VisitorProfile(number: count.value)
      }, .visitorProfile, in: scope, starting: { _ in },
      stopping: { [journal] in journal.write("stop profile \($0.number)") })
  }

  /// A factory of holders that takes its time after it got the profile.
  private var slowly: @Sendable (VisitorProfile) -> Holder {
    { [slow] profile in
      slow.take()
      return Holder(profile: profile)
    }
  }

  /// Stops a registry while a thread requests a holder, and returns the error of that.
  private func stop(_ registry: Registry) async throws -> RouteError? {
    async let request = onThread { registry.refusal(of: .holder) }
    await slow.begins()
    let stop = try await registry.beginStopping()
    #expect(journal.all.isEmpty)
    slow.end()
    let found = await request
    await stop.value
    #expect(registry.refusal(of: .holder)?.code == .notStarted)
    return found
  }

  enum Form: CaseIterable { case plain, stopped, decorated, adapted, decoratedAndAdapted }

  @Test(arguments: Form.allCases)
  func `a stop waits for an instance that is being made, stops it, and leaves none in the slots`(_ form: Form)
    async throws
  {
    let registry = try Registry {
      profiles()
      if form == .stopped {
        live(
          slowly, .holder, stopping: { [journal] in journal.write("stop holder of \($0.profile.number)") })
      } else {
        live(slowly, .holder)
      }
      if form == .decorated || form == .decoratedAndAdapted {
        Decorates(.holder) { Holder(profile: $0.profile) }
      }
      if form == .adapted || form == .decoratedAndAdapted {
        Adapter(.proxy, for: .holder) { HolderProxy($0) }
      }
    }
    try await registry.start()
    let found = try await stop(registry)
    #expect(found?.code == .notStarted)
    #expect(found?.message == "Holder was requested after stop() was called")
    #expect(
      found?.remedy == "finish the work before stop(), or in a Stopping closure\ncreate another registry")
    #expect(journal.all == (form == .stopped ? ["stop holder of 1"] : []) + ["stop profile 1"])
    if form == .adapted || form == .decoratedAndAdapted {
      #expect(registry.refusal(of: .proxy)?.code == .notStarted)
    }
  }

  /// Nothing that the closure requests later contradicts the refusal.
  @Test func `an instance that is being made during a stop gets nothing of the stopped registry`()
    async throws
  {
    let found = Lock<RouteError?>(nil)
    let registry = try Registry {
      live({ VisitorProfile(number: 1) }, .visitorProfile, starting: { _ in })
      live({ Counters() }, .metrics, stopping: { _ in })
      Route(Holder.self) {
        Service(.holder)
        Singleton()
      } make: { [slow] (routes: Resolver) in
        let profile = try routes(.visitorProfile)
        slow.take()
        let refused = error { _ = try routes(.metrics) }
        found.withLock { $0 = refused }
        return Holder(profile: profile)
      }
    }
    try await registry.start()
    #expect(try await stop(registry)?.code == .notStarted)
    #expect(found.withLock(\.self)?.message == "Counters was requested after stop() was called")
  }

  @Test func `a wrapper that is made during a stop isn't kept`() async throws {
    let registry = try Registry {
      live({ VisitorProfile(number: 1) }, .visitorProfile, starting: { _ in })
      live(Holder.init(profile:), .holder)
      Decorates(.holder) { [slow] (holder: Holder) -> Holder in
        slow.take()
        return Holder(profile: holder.profile)
      }
    }
    try await registry.start()
    #expect(try await stop(registry)?.code == .notStarted)
  }

  @Test func `a scope's instance that is made during a stop isn't kept`() async throws {
    let registry = try Registry {
      profiles(in: Login.self)
      live(slowly, .holder, in: Login.self)
    }
    let session = try registry.opening(Login(user: "ann"))
    try await session.start()
    let found = try await stop(session)
    #expect(found?.code == .notStarted)
    #expect(found?.message == "Holder was requested after stop() was called")
    #expect(found?.remedy == "finish the work before stop(), or in a Stopping closure\nopen another Login")
    await session.close()
    #expect(journal.all == ["stop profile 1"])
  }

  @Test func `a scope's instance that starts on demand during a stop of its root is stopped`() async throws {
    let pause = Pause()
    let application = try Registry {
      live({ VisitorProfile(number: 1) }, .visitorProfile, starting: { _ in })
      live(
        Holder.init(profile:), .holder, .onDemand, in: Login.self, starting: pause.work(),
        stopping: { [journal] in journal.write("stop holder of \($0.profile.number)") })
    }
    try await application.start()
    let session = try application.opening(Login(user: "ann"))
    let first = Task { await routeFailure { _ = try await session.started(.holder) } }
    await pause.begins()
    await application.stop()
    pause.end()
    // The holder needs a stopped instance, so nobody gets it.
    #expect(await first.value?.code == .notStarted)
    #expect(await routeFailure { _ = try await session.started(.holder) }?.code == .notStarted)
    #expect(session.refusal(of: .holder)?.code == .notStarted)
    await session.close()
    #expect(journal.all == ["stop holder of 1"])
  }

  /// The start waits for an instance of its own that is being made, too.
  @Test(arguments: [false, true])
  func `requests during the stops of a failed start find and keep nothing of it`(isScoped: Bool) async throws
  {
    let scope: any RouteScope.Type = isScoped ? Visit.self : RootScope.self
    let (stopping, making, mayFail) = (Pause(), Pause(), Gate())
    let (starts, numbers) = (Counter(), Counter())
    let application = try Registry {
      live(
        {
          numbers.increment()
          return VisitorProfile(number: numbers.value)
        }, .visitorProfile, in: scope, starting: { _ in }, stopLimit: .seconds(500),
        stopping: { [journal] profile in
          journal.write("stop profile \(profile.number)")
          await stopping.take()
        })
      live(
        { (profile: VisitorProfile) async throws -> Holder in
          await making.take()
          return Holder(profile: profile)
        }, .holder, in: scope,
        stopping: { [journal] in journal.write("stop holder of \($0.profile.number)") })
      live(
        Page.init(profile:), .visitorPage, in: scope,
        stopping: { [journal] in journal.write("stop page of \($0.profile.number)") })
      live(
        { Counters() }, .metrics, in: scope, requiring: Requires(.visitorProfile),
        starting: { _ in
          starts.increment()
          await mayFail.pass()
          if starts.value == 1 { throw Mistake() }
        })
    }
    let registry = isScoped ? try application.opening(Visit(path: "/")) : application
    func expectRefusals() {
      for found in [
        registry.refusal(of: .visitorProfile), registry.refusal(of: .holder),
        registry.refusal(of: .visitorPage),
      ] {
        #expect(found?.code == .notStarted)
        let text = "was requested while the registry is starting, and is not started yet"
        #expect(found?.message.hasSuffix(text) == true)
      }
    }
    let start = registry.starting()
    await making.begins()
    expectRefusals()
    mayFail.open()
    #expect(try await becomesTrue { registry.lifecycle?.phase == .ending })
    expectRefusals()
    #expect(journal.all.isEmpty)
    making.end()
    await stopping.begins()
    expectRefusals()
    #expect(journal.all == ["stop holder of 1", "stop profile 1"])
    stopping.end()
    #expect((await start.value as? RouteError)?.code == .startFailed)
    try await registry.start()
    #expect(try registry(.holder).profile === registry(.visitorProfile))
    #expect(try registry(.visitorPage).profile === registry(.visitorProfile))
    #expect(try registry(.visitorProfile).number == 2)
    await registry.stop()
    #expect(journal.all.count == 5 && journal.all.last == "stop profile 2")
  }
}
