import SharedFixtures
import Testing
import WaymarkRuntime

@testable import WaymarkCore

@MainActor private final class ProfileScreen {
  let profile: VisitorProfile
  init(profile: VisitorProfile) { self.profile = profile }
}
extension RoutableView<ProfileScreen> { fileprivate static var profileScreen: Self { declared() } }

@MainActor
@Suite("Instances that start on demand", .timeLimit(.minutes(5)))
struct OnDemandStartTests: RouteVocabulary {
  private let journal = Journal()
  private let pause = Pause()

  /// The routes of a profile, and of a page that needs it.
  @RoutesBuilder private func routes(_ scope: any RouteScope.Type) -> Routes {
    live(
      { [journal] () async throws -> VisitorProfile in
        journal.write("make")
        return VisitorProfile(number: journal.all.count { $0 == "make" })
      }, .visitorProfile, .onDemand, in: scope,
      stopping: { [journal] profile in journal.write("stop \(profile.number)") })
    Route(Page.init(profile:)) { Service(.visitorPage) }
  }

  private func application(in scope: any RouteScope.Type = Visit.self) throws(RegistryError) -> Registry {
    try Registry { routes(scope) }
  }

  private func visit() throws -> Registry { try application().opening(Visit(path: "/")) }

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

  @Test func `a service or a view that needs an on-demand instance starts it`() async throws {
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

  /// An instance that exists nevertheless only gets the error.
  @Test(arguments: [false, true], [false, true])
  func `closing a scope or stopping a root ends a start`(isScoped: Bool, isMade: Bool) async throws {
    let scope: any RouteScope.Type = isScoped ? Visit.self : RootScope.self
    let root = try Registry {
      live(
        { [pause] () async throws -> VisitorProfile in
          await pause.take()
          if !isMade { try Task.checkCancellation() }
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand, in: scope, outcome: journal.outcome(of: "profile"))
      Route(Page.init(profile:)) { Service(.visitorPage) }
    }
    let registry = isScoped ? try root.opening(Visit(path: "/")) : root
    let start = startingProfile(in: registry)
    await pause.begins()
    let end = Task { if isScoped { await registry.close() } else { await registry.stop() } }
    let code: RouteError.Code = isScoped ? .scopeClosed : .startInterrupted
    #expect(await start.value?.code == code)
    pause.end()
    try await inTime { await end.value }
    #expect(journal.all == (isMade ? ["profile: \(code)"] : []))
    let later = await startingProfile(in: registry).value
    #expect(later?.code == (isScoped ? .scopeClosed : .notStarted))
    #expect(later?.path.map(\.destination) == ["VisitorProfile"])
    if !isScoped {
      #expect(later?.message == "VisitorProfile was requested after stop() was called")
      let page = await routeFailure { _ = try await registry.started(.visitorPage) }
      #expect(page?.message == later?.message)
      #expect(page?.path.map(\.destination) == ["VisitorProfile", "Page"])
    }
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

  // MARK: - Ends of starts

  /// Returns a registry with a factory of the profile that pauses, and then does something.
  private func registry(
    in scope: any RouteScope.Type = RootScope.self,
    thenIn operation: @escaping @Sendable (borrowing Registry) async throws -> Void = { _ in }
  ) throws -> Registry {
    try Registry {
      ReportsErrors { [journal] error in journal.write("reported \(error.code)") }
      ObservesLifecycle { [journal] event in journal.write("\(event.phase)") }
      live(
        { [pause] () async throws -> VisitorProfile in
          await pause.take()
          try await operation(Registry.current)
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand, in: scope, stopping: journal.writing("stop profile"))
    }
  }

  /// Starts the profile in a task, which returns the error.
  private func startingProfile(in registry: Registry) -> Task<RouteError?, Never> {
    Task { await routeFailure { _ = try await registry.started(.visitorProfile) } }
  }

  @Test func `stop() in a factory doesn't wait for the start`() async throws {
    pause.end()
    let registry = try registry { registry in
      await registry.stop()
      try Task.checkCancellation()
    }
    #expect(try await inTime { await startingProfile(in: registry).value }?.code == .startInterrupted)
    #expect(!journal.all.contains("reported lifecycleCycle"))
    try await inTime { await registry.stop() }
  }

  @Test func `a task that can't wait because of a cycle doesn't keep a start going`() async throws {
    let hasReturned = Gate()
    let registry = try Registry {
      live(
        { () async throws -> VisitorProfile in
          _ = try? await Registry.current.started(.metrics)
          hasReturned.open()
          try await Task.sleep(for: .seconds(3_600))
          return VisitorProfile(number: 1)
        }, .visitorProfile, .onDemand)
      live(
        { () async throws -> Counters in
          _ = try await Registry.current.started(.visitorProfile)
          return Counters()
        }, .metrics, .onDemand)
    }
    let profile = Task { try await registry.started(.visitorProfile) }
    await hasReturned.pass()
    profile.cancel()
    await #expect(throws: CancellationError.self) { _ = try await profile.value }
    #expect(try await becomesTrue { registry.lifecycle?.callersOnDemand == 0 })
    await registry.stop()
  }

  // MARK: - Canceled starts

  /// Begins a start, and cancels it while its factory goes on.
  private func beginAndCancel(_ registry: Registry) async {
    let start = Task { try await registry.started(.visitorProfile) }
    await pause.begins()
    start.cancel()
    _ = await start.result
  }

  @Test func `a task that is canceled before its request doesn't wait for another task's start`() async throws
  {
    let registry = try registry()
    let first = startingProfile(in: registry)
    await pause.begins()
    try await inTime {
      let second = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await registry.started(.visitorProfile)
      }
      await #expect(throws: CancellationError.self) { _ = try await second.value }
    }
    // The canceled task leaves the start to the first one.
    pause.end()
    #expect(await first.value == nil)
    await registry.stop()
  }

  @Test func `a canceled start that waits for itself gets an error`() async throws {
    let codes = Lock<[RouteError.Code?]>([])
    let registry = try registry { registry in
      do {
        _ = try await registry.started(.visitorProfile)
      } catch {
        codes.withLock { $0.append((error as? RouteError)?.code) }
      }
    }
    await beginAndCancel(registry)
    pause.end()
    await registry.stop()
    #expect(codes.withLock(\.self) == [nil] || codes.withLock(\.self) == [.lifecycleCycle])
  }

  @Test func `a start that finds its scope closed reports the error`() async throws {
    let application = try Registry {
      ReportsErrors { [journal] error in journal.write("reported \(error.code)") }
      live({ VisitorProfile(number: 1) }, .visitorProfile, .onDemand, in: Visit.self, starting: { _ in })
    }
    let visit = try application.opening(Visit(path: "/"))
    let maker = try #require(visit.scope?.maker(for: visit))
    let route = try #require(visit.image.routes.first)
    await visit.close()
    // A call of `started(_:)` gets here if the scope closes at the same time.
    let found = await routeFailure {
      try await maker.startOnDemand([route])
      _ = try visit(.visitorProfile)
    }
    #expect(found?.code == .scopeClosed)
    #expect(journal.all == ["reported scopeClosed"])
  }

  @Test func `an instance that starts after the release of its scope is reported`() async throws {
    let root = try registry(in: Visit.self)
    func beginAndRelease() async throws { await beginAndCancel(try root.opening(Visit(path: "/"))) }
    try await beginAndRelease()
    pause.end()
    #expect(try await becomesTrue { journal.all.contains("wasNotStopped") })
    #expect(!journal.all.contains("didStart"))
  }
}
