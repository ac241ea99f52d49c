import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

private struct Stamp: Sendable {
  let page: Page
  init(page: Page) async { self.page = page }
  init(at page: Page) { self.page = page }
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

  /// The routes of a profile, and of a page that needs it.
  @RoutesBuilder private func routes(_ scope: any RouteScope.Type, failing failures: Int = 0) -> Routes {
    live(
      { [journal, gate] () async throws -> VisitorProfile in
        journal.write("make")
        await gate.pass()
        try Task.checkCancellation()
        let number = journal.all.count { $0 == "make" }
        if number <= failures { throw Mistake() }
        return VisitorProfile(number: number)
      }, .visitorProfile, .onDemand, in: scope,
      stopping: { [journal] profile in journal.write("stop \(profile.number)") })
    Route(Page.init(profile:)) { Service(.visitorPage) }
  }

  private func application(
    failing failures: Int = 0, isOpen: Bool = true, in scope: any RouteScope.Type = Visit.self
  ) throws(RegistryError) -> Registry {
    if isOpen { gate.open() }
    return try Registry { routes(scope, failing: failures) }
  }

  private func visit(failing failures: Int = 0, isOpen: Bool = true) throws -> Registry {
    try application(failing: failures, isOpen: isOpen).opening(Visit(path: "/"))
  }

  @Test func `an on-demand instance starts once, at its first request, and stops with its scope`()
    async throws
  {
    let application = try application()
    try await application.withScope(Visit(path: "/health")) {
      #expect(Registry.current.startOrder.isEmpty)
    }
    #expect(journal.all == [])
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

  @Test @MainActor func `a service or a view that needs an on-demand instance starts it`() async throws {
    let visit = try visit()
    #expect(try await visit.started(.visitorPage).profile.number == 1)
    #expect(try visit(.visitorPage).profile.number == 1)
    let registry = try application(in: RootScope.self).extending {
      Route(ProfileScreen.init(profile:)) { View(.profileScreen) }
    }
    #expect(try await registry.started(.profileScreen).profile.number == 2)
  }

  @Test func `the error of a synchronous request explains how to wait`() throws {
    let found = try visit().refusal(of: .visitorPage)
    #expect(found?.code == .notStarted)
    #expect(found?.message == "VisitorProfile is OnDemand(), and was requested before it was started")
    #expect(
      found?.remedy
        == "write try await started(.visitorProfile)\nawait the destination that needs it with started(_:)"
    )
  }

  @Test(arguments: [false, true])
  func `all waiting tasks share one instance, or a failure that isn't kept`(isFailing: Bool) async throws {
    let visit = try visit(failing: isFailing ? 1 : 0, isOpen: false)
    await withTaskGroup { group in
      for _ in 0..<32 {
        group.addTask { await routeFailure { _ = try await visit.started(.visitorProfile) } }
      }
      await visit.hasCallers(0, onDemand: 32)
      gate.open()
      for await found in group { #expect(found?.underlying as? Mistake == (isFailing ? Mistake() : nil)) }
    }
    #expect(journal.all == ["make"])
    #expect(try await visit.started(.visitorProfile).number == (isFailing ? 2 : 1))
  }

  @Test(arguments: [false, true])
  func `closing a scope or stopping a root ends a start`(isScoped: Bool) async throws {
    let registry = try isScoped ? visit(isOpen: false) : application(isOpen: false, in: RootScope.self)
    let waiting = Task { await routeFailure { _ = try await registry.started(.visitorProfile) } }
    await registry.hasCallers(0, onDemand: 1)
    let end = Task { if isScoped { await registry.close() } else { await registry.stop() } }
    while isScoped ? registry.scope?.isOpen == true : registry.lifecycle?.isEnding == false {
      await Task.yield()
    }
    gate.open()
    await end.value
    #expect(await waiting.value?.code == (isScoped ? .scopeClosed : .startInterrupted))
    let later = await routeFailure { _ = try await registry.started(.visitorProfile) }
    #expect(later?.code == (isScoped ? .scopeClosed : .notStarted))
    #expect(later?.path.map(\.destination) == ["VisitorProfile"])
    #expect(journal.all == ["make"])
  }

  @Test func `a root starts no on-demand instance after a stop`() async throws {
    let registry = try application(in: RootScope.self)
    try await registry.start()
    #expect(journal.all == [])
    #expect(try await registry.started(.visitorProfile).number == 1)
    await registry.stop()
    #expect(journal.all == ["make", "stop 1"])
    let found = await routeFailure { _ = try await registry.started(.visitorProfile) }
    #expect(found?.code == .notStarted)
    #expect(found?.message == "VisitorProfile was requested after stop() was called")
    let page = await routeFailure { _ = try await registry.started(.visitorPage) }
    #expect(page?.message == found?.message)
    #expect(page?.path.map(\.destination) == ["VisitorProfile", "Page"])
    #expect(journal.all == ["make", "stop 1"])
  }

  @Test(arguments: [false, true])
  func `a started instance starts the on-demand instance that it needs`(isAround: Bool) async throws {
    gate.open()
    let scope: any RouteScope.Type = isAround ? RootScope.self : Visit.self
    let registry = try Registry {
      routes(scope)
      live(Stamp.init(page:), .stamp, in: Visit.self)
    }
    try await registry.start()
    #expect(journal.all == [])
    try await registry.withScope(Visit(path: "/")) {
      #expect(journal.all == ["make"])
      let profile = try Registry.current(.stamp).page.profile
      #expect(profile.number == 1)
    }
    await registry.stop()
  }

  @Test func `an outer scope keeps its on-demand instance`() async throws {
    let registry = try application(in: RootScope.self)
    var profiles: [VisitorProfile] = []
    for path in ["/1", "/2"] {
      profiles.append(
        try await registry.withScope(Visit(path: path)) {
          try await Registry.current.started(.visitorProfile)
        })
    }
    #expect(profiles[0] === profiles[1])
    await registry.stop()
    #expect(journal.all == ["make", "stop 1"])
  }

  @Test func `two on-demand instances that wait for each other get an error`() async throws {
    let registry = try Registry {
      live(
        { () async throws -> VisitorProfile in
          _ = try await Registry.current.started(.stamp)
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand)
      live(
        { () async throws -> Stamp in
          Stamp(at: Page(profile: try await Registry.current.started(.visitorProfile)))
        }, .stamp, .onDemand)
    }
    let found = await routeFailure { _ = try await registry.started(.visitorProfile) }
    #expect(found?.description.contains("and each would wait for the other") == true)
  }

  @Test func `an on-demand route isn't eager or transient`() {
    let eager = problems {
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        Singleton()
        Eager()
        OnDemand()
      }
    }
    #expect(eager.contains("Route(VisitorProfile) has Eager() and OnDemand()"))
    #expect(eager.contains("[conflicting-lifetimes]"))
    let transient = problems {
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        OnDemand()
      }
    }
    #expect(
      transient.contains("Route(VisitorProfile) has OnDemand() and makes a new instance for each request"))
  }
}
