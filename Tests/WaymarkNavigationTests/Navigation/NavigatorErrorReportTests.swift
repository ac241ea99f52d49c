import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

extension Failing {
  fileprivate var navigator: Navigator { Navigator(from: window, in: registry) }

  fileprivate func changes(to plan: RoutePlan) -> Navigator.Changes {
    Navigator.Changes(plan: plan, steps: [])
  }

  /// Opens the home screen and goes back.
  fileprivate func goingBack(_ leave: @escaping @MainActor () async throws -> LeaveDecision) async throws {
    self.leave = leave
    let navigator = navigator
    try await navigator.open("notes://home/1")
    try await navigator.back()
  }

  /// Performs the selection of a tab in a window without tabs.
  fileprivate func selectMissingTab() async throws {
    try await registry.perform(RoutePlan(steps: [.tab("all")]), from: FickleWindow())
  }
}

extension FailingWay {
  static let navigating: [FailingWay] = [
    Self(.unknownURL, "navigating to an unknown URL") { try await $0.navigator.open("notes://nothing") },
    Self(.unknownURL, "received URL", isThrown: false) { failing in
      let navigator = failing.navigator
      navigator.receive("notes://nothing")
      await failing.settle()
    },
    Self(.factoryFailed, "navigating to what cannot be made") {
      try await $0.navigator.open("notes://broken")
    },
    Self(.actionFailed, "navigating with a presenter that fails") { failing in
      failing.presenter.failure = Mistake()
      try await failing.navigator.open("notes://editor")
    },
    Self(.invalidParameter, "navigating with a bad parameter") {
      try await $0.navigator.open("notes://home/x")
    },
    Self(.actionFailed, "nothing to go back to") { try await $0.navigator.back() },
    Self(.actionFailed, "no screen to go back to") { try await $0.navigator.back(to: .home) },
    Self(.stayed, "screen that stays") { try await $0.goingBack { .stay } },
    Self(.stayed, "screen whose Leaves throw") { try await $0.goingBack { throw Mistake() } },
    Self(.unsupportedPath, "changes in a window without tabs") {
      try await $0.navigator.apply($0.changes(to: RoutePlan(steps: [.tab("all")])))
    },
    Self(.unsupportedPath, "plan in a window without tabs") { try await $0.selectMissingTab() },
    Self(.actionFailed, "tab that isn't selected") { failing in
      let tabs = PlainTabs()
      tabs.isStuck = true
      let plan = RoutePlan(steps: [.tab("all")])
      let end = await navigatorFailure {
        try await Navigator(from: tabs, in: failing.registry).apply(failing.changes(to: plan))
      }
      #expect(end?.error.message == "the presenter has not selected the tab 'all'")
      if let end { throw end }
    },
    Self(.unsupportedPath, "tab above screens") {
      let steps = try $0.registry.plan(for: "notes://editor").steps
      try await $0.navigator.apply($0.changes(to: RoutePlan(steps: steps + [.tab("all")])))
    },
    Self(.actionFailed, "navigator's source that is gone at once", isThrown: false) { failing in
      let navigator = Navigator(from: ScriptedWindow(), in: failing.registry)
      await letOthersProceed()
      withExtendedLifetime(navigator) {}
    },
    Self(.actionFailed, "navigator's source that is gone, used repeatedly") { failing in
      let navigator = Navigator(from: ScriptedWindow(), in: failing.registry)
      _ = try? await navigator.open("notes://editor")
      try await navigator.open("notes://editor")
    },
  ]
}

@MainActor
@Suite("Reports of the errors of navigators")
struct NavigatorErrorReportTests {
  /// The navigator's error was reported, so its consequence isn't.
  @Test func `an error that a closure passes on isn't reported again`() async throws {
    let failing = try Failing()
    let refusals: [@MainActor (RouteAttempt) async throws -> RouteDecision] = [
      { _ in
        try await failing.navigator.back()
        return .proceed
      },
      { _ in
        do { try await failing.navigator.back() } catch { return .refuse(error) }
        return .proceed
      },
      { _ in
        try await failing.selectMissingTab()
        return .proceed
      },
    ]
    for refuse in refusals {
      failing.log.clear()
      let error = await routeFailure { try await failing.home(refuse) }
      #expect(error?.code == .refused && error?.underlying != nil)
      await failing.settle()
      #expect(failing.log.all.count == 1 && failing.log.all.allSatisfy { !$0.contains("[refused]") })
    }
    failing.log.clear()
    failing.decide = { _ in .proceed }
    failing.leave = {
      try await failing.selectMissingTab()
      return .proceed
    }
    let navigator = failing.navigator
    try await navigator.open("notes://home/1")
    let failure = await navigatorFailure { try await navigator.back() }
    #expect(failure?.code == .stayed && failing.log.all.count == 1)
  }
}
