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

  /// A factory of holders that takes its time after it got the profile.
  private var slowly: @Sendable (VisitorProfile) -> Holder {
    { [slow] profile in
      slow.take()
      return Holder(profile: profile)
    }
  }

  /// Stops a registry while a thread requests a holder, and returns the error of that.
  private func stop(_ registry: Registry, waits: Bool = true) async throws -> RouteError? {
    async let request = onThread { registry.refusal(of: .holder) }
    await slow.begins()
    let stop = try await registry.beginStopping()
    #expect(journal.all.isEmpty || !waits)
    slow.end()
    let found = await request
    await stop.value
    #expect(registry.refusal(of: .holder)?.code == .notStarted)
    return found
  }

  enum Form: CaseIterable { case plain, stopped, decorated, slowWrapper, adapted, decoratedAndAdapted }

  @Test(arguments: Form.allCases, LifecyclePlace.allCases)
  func `a stop waits for an instance that is being made, stops it, and leaves none in the slots`(
    _ form: Form, place: LifecyclePlace
  ) async throws {
    let stopping: InstanceWork<Holder> = journal.writing("stop holder")
    let registry = try place.registry {
      live(
        { VisitorProfile(number: 1) }, .visitorProfile, in: place.scope, starting: { _ in },
        stopping: journal.writing("stop profile"))
      if form == .slowWrapper {
        live(Holder.init(profile:), .holder, in: place.scope)
        Decorates(.holder) { [slow] (holder: Holder) -> Holder in
          slow.take()
          return Holder(profile: holder.profile)
        }
      } else {
        live(slowly, .holder, in: place.scope, stopping: form == .stopped ? stopping : nil)
      }
      if form == .decorated || form == .decoratedAndAdapted {
        Decorates(.holder) { Holder(profile: $0.profile) }
      }
      if form == .adapted || form == .decoratedAndAdapted {
        Adapter(.proxy, for: .holder) { HolderProxy($0) }
      }
    }
    try await registry.start()
    // Nothing waits for the wrapper of an instance that exists.
    let found = try await stop(registry, waits: form != .slowWrapper)
    #expect(found?.code == .notStarted)
    #expect(found?.message == "Holder was requested after stop() was called")
    let another = place.isScope ? "open another \(place.scope)" : "create another registry"
    #expect(found?.remedy == "finish the work before stop(), or in a Stopping closure\n\(another)")
    await registry.close()
    #expect(journal.all == (form == .stopped ? ["stop holder"] : []) + ["stop profile"])
    if form == .adapted || form == .decoratedAndAdapted {
      #expect(registry.refusal(of: .proxy)?.code == (place.isScope ? .scopeClosed : .notStarted))
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

  @Test(arguments: LifecyclePlace.allCases, [nil, .seconds(600)] as [Duration?])
  func `an instance that exists after the beginning of a stop isn't started, but stopped`(
    place: LifecyclePlace, limit: Duration?
  ) async throws {
    for way in [CreationWay.plain, .onDemand] {
      let (pause, journal) = (Pause(), Journal())
      let registry = try place.registry {
        live(
          pause.making { Counters() }, .metrics, way, in: place.scope, startLimit: limit,
          starting: journal.writing("start"),
          stopping: { _ in journal.write("canceled: \(Task.isCancelled)") },
          outcome: journal.outcome(of: "stop"))
      }
      let start = Task {
        await failure {
          if way == .onDemand { _ = try await registry.started(.metrics) } else { try await registry.start() }
        }
      }
      await pause.begins()
      let stop = try await registry.beginStopping()
      pause.end()
      #expect((await start.value as? RouteError)?.code == .startInterrupted)
      await stop.value
      #expect(journal.all == ["stop: startInterrupted", "canceled: false"])
    }
  }

  @Test func `an instance that exists after another one has failed isn't started, but stopped`() async throws
  {
    let pause = Pause()
    let registry = try Registry {
      live(
        pause.making { Counters() }, .metrics, starting: journal.writing("start"),
        outcome: journal.outcome(of: "stop"))
      live(
        { VisitorProfile(number: 1) }, .visitorProfile,
        starting: { _ in
          await pause.begins()
          throw Mistake()
        })
    }
    let start = registry.starting()
    #expect(try await becomesTrue { registry.lifecycle?.phase == .ending })
    pause.end()
    #expect((await start.value as? RouteError)?.code == .startFailed)
    #expect(journal.all == ["stop: startFailed"])
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
}
