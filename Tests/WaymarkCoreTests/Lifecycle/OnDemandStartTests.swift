import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

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
  @RoutesBuilder private func routes(_ scope: any RouteScope.Type) -> Routes {
    live(
      { [journal, gate] () async throws -> VisitorProfile in
        journal.write("make")
        await gate.pass()
        try Task.checkCancellation()
        return VisitorProfile(number: journal.all.count { $0 == "make" })
      }, .visitorProfile, .onDemand, in: scope,
      stopping: { [journal] profile in journal.write("stop \(profile.number)") })
    Route(Page.init(profile:)) { Service(.visitorPage) }
  }

  private func application(
    isOpen: Bool = true, in scope: any RouteScope.Type = Visit.self
  ) throws(RegistryError) -> Registry {
    if isOpen { gate.open() }
    return try Registry { routes(scope) }
  }

  private func visit(isOpen: Bool = true) throws -> Registry {
    try application(isOpen: isOpen).opening(Visit(path: "/"))
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
    if !isScoped {
      #expect(later?.message == "VisitorProfile was requested after stop() was called")
      let page = await routeFailure { _ = try await registry.started(.visitorPage) }
      #expect(page?.message == later?.message)
      #expect(page?.path.map(\.destination) == ["VisitorProfile", "Page"])
    }
    #expect(journal.all == ["make"])
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

  @Test(arguments: [false, true])
  func `an on-demand route isn't eager or transient`(isEager: Bool) {
    let text = problems {
      Route({ VisitorProfile(number: 1) }) {
        Service(.visitorProfile)
        if isEager { Singleton() }
        if isEager { Eager() }
        OnDemand()
      }
    }
    let problem = isEager ? "Eager() and OnDemand()" : "OnDemand() and makes a new instance for each request"
    #expect(text.contains("Route(VisitorProfile) has \(problem)"))
    #expect(text.codes.contains("conflicting-lifetimes") || !isEager)
  }
}
