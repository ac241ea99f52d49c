import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct Stamp: Sendable {
  let page: Page
  init(page: Page) async { self.page = page }
}
extension RoutableService<Stamp> { fileprivate static var stamp: Self { declared() } }

@MainActor private final class ProfileScreen {
  let profile: VisitorProfile
  init(profile: VisitorProfile) { self.profile = profile }
}
extension RoutableView<ProfileScreen> { fileprivate static var profileScreen: Self { declared() } }

@Suite("Instances that start on demand", .timeLimit(.minutes(5)))
struct OnDemandStartTests: RouteVocabulary {
  private let journal = Journal()
  private let gate = Gate()

  /// A profile of a visit, and a page of it.
  private func application(
    failing failures: Int = 0, isOpen: Bool = true, isScoped: Bool = true
  ) throws(RegistryError) -> Registry {
    if isOpen { gate.open() }
    return try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        OnDemand()
        if isScoped { Scoped(to: Visit.self) } else { Singleton() }
        Stopping { [journal] profile in journal.write("stop \(profile.number)") }
      } make: { [journal, gate] _ in
        journal.write("make")
        await gate.pass()
        try Task.checkCancellation()
        let number = journal.all.count { $0 == "make" }
        if number <= failures { throw Mistake() }
        return VisitorProfile(number: number)
      }
      Route(Page.init(profile:)) { Service(.visitorPage) }
    }
  }

  @Test func `withScope doesn't start an on-demand instance`() async throws {
    let application = try application()
    try await application.withScope(Visit(path: "/health")) {
      #expect(Registry.current.startOrder.isEmpty)
    }
    #expect(journal.all == [])
  }

  @Test func `an on-demand instance starts once and stops with its scope`() async throws {
    let application = try application()
    try await application.withScope(Visit(path: "/")) {
      let profile = try await Registry.current.started(.visitorProfile)
      #expect(try await Registry.current.started(.visitorProfile) === profile)
      #expect(try Registry.current(.visitorProfile) === profile)
      #expect(journal.all == ["make"])
    }
    #expect(journal.all == ["make", "stop 1"])
    try await application.withScope(Visit(path: "/")) {
      _ = try await Registry.current.started(.visitorProfile)
    }
    #expect(journal.all == ["make", "stop 1", "make", "stop 2"])
  }

  @Test func `a destination that needs an on-demand instance starts it`() async throws {
    let visit = try application().opening(Visit(path: "/"))
    #expect(try await visit.started(.visitorPage).profile.number == 1)
    #expect(try visit(.visitorPage).profile.number == 1)
  }

  @Test @MainActor func `a view that needs an on-demand instance starts it`() async throws {
    let registry = try application(isScoped: false).extending {
      Route(ProfileScreen.init(profile:)) { View(.profileScreen) }
    }
    #expect(try await registry.started(.profileScreen).profile.number == 1)
  }

  @Test func `the error of a synchronous request explains how to wait`() async throws {
    let visit = try application().opening(Visit(path: "/"))
    let found = error { _ = try visit(.visitorPage) }
    #expect(found?.code == .notStarted)
    #expect(found?.message == "VisitorProfile is OnDemand(), and was requested before it was started")
    #expect(
      found?.remedy
        == "write try await started(.visitorProfile)\nawait the destination that needs it with started(_:)"
    )
  }

  @Test func `all waiting tasks share one instance`() async throws {
    let visit = try application(isOpen: false).opening(Visit(path: "/"))
    try await withThrowingTaskGroup { group in
      for _ in 0..<32 { group.addTask { try await visit.started(.visitorProfile).number } }
      while waitingCount(visit) != 32 { await Task.yield() }
      gate.open()
      for try await number in group { #expect(number == 1) }
    }
    #expect(journal.all == ["make"])
  }

  private func waitingCount(_ registry: Registry) -> Int {
    registry.lifecycle?.callersOnDemand ?? 0
  }

  @Test func `all waiting tasks get a failure, which isn't kept`() async throws {
    let visit = try application(failing: 1, isOpen: false).opening(Visit(path: "/"))
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { await routeFailure { _ = try await visit.started(.visitorProfile) } } }
      while waitingCount(visit) != 8 { await Task.yield() }
      gate.open()
      for await found in group { #expect(found?.underlying as? Mistake == Mistake()) }
    }
    #expect(journal.all == ["make"])
    #expect(try await visit.started(.visitorProfile).number == 2)
  }

  @Test func `canceling one waiting task leaves the others`() async throws {
    let visit = try application(isOpen: false).opening(Visit(path: "/"))
    let first = Task { try await visit.started(.visitorProfile).number }
    while waitingCount(visit) != 1 { await Task.yield() }
    let second = Task { try await visit.started(.visitorProfile).number }
    while waitingCount(visit) != 2 { await Task.yield() }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    gate.open()
    #expect(try await second.value == 1)
    #expect(journal.all == ["make"])
  }

  @Test func `canceling all waiting tasks cancels the start`() async throws {
    let visit = try application(isOpen: false).opening(Visit(path: "/"))
    let only = Task { try await visit.started(.visitorProfile).number }
    while waitingCount(visit) != 1 { await Task.yield() }
    only.cancel()
    await #expect(throws: CancellationError.self) { try await only.value }
    // A later task waits for the end of the canceled start, and begins another one.
    let later = Task { try await visit.started(.visitorProfile).number }
    gate.open()
    #expect(try await later.value == 2)
  }

  @Test func `closing the scope ends a start`() async throws {
    let visit = try application(isOpen: false).opening(Visit(path: "/"))
    let waiting = Task { await routeFailure { _ = try await visit.started(.visitorProfile) } }
    while waitingCount(visit) != 1 { await Task.yield() }
    async let end: Void = visit.close()
    while visit.scope?.isOpen == true { await Task.yield() }
    gate.open()
    await end
    #expect(await waiting.value?.code == .scopeClosed)
    let closed = await routeFailure { _ = try await visit.started(.visitorProfile) }
    #expect(closed?.code == .scopeClosed && closed?.path.map(\.destination) == ["VisitorProfile"])
    #expect(journal.all == ["make"])
  }

  @Test func `stopping a root ends a start`() async throws {
    let registry = try application(isOpen: false, isScoped: false)
    let waiting = Task { await routeFailure { _ = try await registry.started(.visitorProfile) } }
    while waitingCount(registry) != 1 { await Task.yield() }
    async let end: Void = registry.stop()
    while registry.lifecycle?.isEnding == false { await Task.yield() }
    // The caller doesn't wait for the end of the factory.
    #expect(try await inTime { await waiting.value }?.code == .startInterrupted)
    gate.open()
    await end
    #expect(journal.all == ["make"])
  }

  @Test func `a root starts no on-demand instance after a stop`() async throws {
    let registry = try application(isScoped: false)
    try await registry.start()
    #expect(journal.all == [])
    #expect(try await registry.started(.visitorProfile).number == 1)
    await registry.stop()
    #expect(journal.all == ["make", "stop 1"])
    let found = await routeFailure { _ = try await registry.started(.visitorProfile) }
    #expect(found?.code == .notStarted)
    #expect(found?.message == "VisitorProfile was requested after stop() was called")
    #expect(found?.path.map(\.destination) == ["VisitorProfile"])
    let page = await routeFailure { _ = try await registry.started(.visitorPage) }
    #expect(page?.message == found?.message)
    #expect(page?.path.map(\.destination) == ["VisitorProfile", "Page"])
    #expect(journal.all == ["make", "stop 1"])
  }

  @Test(arguments: [false, true])
  func `a started instance starts the on-demand instance that it needs`(isAround: Bool) async throws {
    gate.open()
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        OnDemand()
        if isAround { Singleton() } else { Scoped(to: Visit.self) }
      } make: { [journal] _ in
        journal.write("make")
        await Task.yield()
        return VisitorProfile(number: 1)
      }
      Route(Page.init(profile:)) { Service(.visitorPage) }
      Route(Stamp.init(page:)) {
        Service(.stamp)
        Scoped(to: Visit.self)
      }
    }
    try await registry.start()
    #expect(journal.all == [])
    try await registry.withScope(Visit(path: "/")) {
      #expect(journal.all == ["make"])
      let stamp = try Registry.current(.stamp)
      #expect(stamp.page.profile.number == 1)
    }
  }

  @Test func `an outer scope keeps its on-demand instance`() async throws {
    let registry = try application(isScoped: false)
    let first = try await registry.withScope(Visit(path: "/1")) {
      try await Registry.current.started(.visitorProfile)
    }
    let second = try await registry.withScope(Visit(path: "/2")) {
      try await Registry.current.started(.visitorProfile)
    }
    #expect(first === second)
    await registry.stop()
    #expect(journal.all == ["make", "stop 1"])
  }

  @Test func `two on-demand instances that wait for each other get an error`() async throws {
    let registry = try Registry {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        OnDemand()
        Singleton()
      } make: { routes in
        _ = try await Registry.current.started(.stamp)
        return VisitorProfile(number: 1)
      }
      Route(Stamp.self) {
        Service(.stamp)
        OnDemand()
        Singleton()
      } make: { routes in
        Stamp(at: Page(profile: try await Registry.current.started(.visitorProfile)))
      }
    }
    let found = await routeFailure { _ = try await registry.started(.visitorProfile) }
    #expect(found?.description.contains("and each would wait for the other") == true)
  }

  @Test func `an on-demand route can't be eager`() {
    let text = problems {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        Singleton()
        Eager()
        OnDemand()
      } make: {
        VisitorProfile(number: 1)
      }
    }
    #expect(text.contains("Route(VisitorProfile) has Eager() and OnDemand()"))
    #expect(text.contains("[conflicting-lifetimes]"))
  }

  @Test func `a transient route can't start on demand`() {
    let text = problems {
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        OnDemand()
      } make: {
        VisitorProfile(number: 1)
      }
    }
    #expect(text.contains("Route(VisitorProfile) has OnDemand() and makes a new instance for each request"))
  }

  @Test func `observers see the start of an on-demand instance`() async throws {
    let registry = try Registry {
      ObservesLifecycle { [journal] event in journal.write("\(event.destinationName) \(event.phase)") }
      Route(VisitorProfile.self) {
        Service(.visitorProfile)
        OnDemand()
        Singleton()
      } make: { _ in
        await Task.yield()
        return VisitorProfile(number: 1)
      }
    }
    _ = try await registry.started(.visitorProfile)
    #expect(journal.all == ["VisitorProfile willStart", "VisitorProfile didStart"])
  }
}

extension Stamp {
  fileprivate init(at page: Page) { self.page = page }
}
