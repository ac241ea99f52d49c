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

  /// Returns a plan with its tab after the first step.
  fileprivate func unordered() throws -> RoutePlan {
    RoutePlan(steps: try registry.plan(for: "notes://editor").steps + [.tab("all")])
  }

  /// Performs the selection of a tab in a window without tabs.
  fileprivate func selectMissingTab() async throws {
    try await registry.perform(RoutePlan(steps: [.tab("all")]), from: FickleWindow())
  }
}

extension FailingWay {
  /// The failing uses of navigators that need more than one call.
  static let navigators: [FailingWay] = [
    Self(.busy, "interceptor of a navigator's change") { failing in
      let own = OwnNavigator()
      own.navigator = failing.navigator
      failing.decide = { _ in
        await own.open("notes://editor")
        return .proceed
      }
      try await own.navigator?.open("notes://home/1")
      if let failure = own.failure { throw failure }
    },
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
    Self(.unsupportedPath, "tab above screens") { _ = try $0.navigator.changes(to: $0.unordered()) },
    Self(.unsupportedPath, "tab above screens that are applied") {
      try await $0.navigator.apply($0.changes(to: $0.unordered()))
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
