import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

/// An application that logs reported errors, and a navigator of its window.
@MainActor
private final class ReportingApplication {
  let window = ScriptedWindow()
  let log = Log()
  let registry: Registry
  private(set) lazy var navigator = Navigator(from: window, in: registry)
  /// Called by the interceptor of `notes://decided`.
  var decide: @MainActor (RouteAttempt) async throws -> RouteDecision = { _ in .proceed }
  /// Called before `notes://home` is removed.
  var leave: @MainActor () async throws -> LeaveDecision = { .proceed }
  /// Called before `notes://above` is removed.
  var leaveAbove: @MainActor () async throws -> LeaveDecision = { .proceed }

  @MainActor private final class Decisions { weak var application: ReportingApplication? }

  init() throws {
    let (log, decisions) = (log, Decisions())
    registry = try Registry {
      ReportsErrors { log.append("\($0)") }
      screens(
        "home", .home, "notes://home",
        leaves: Leaves { _ in try await decisions.application?.leave() ?? .proceed })
      screens(
        "decided", .login, "notes://decided",
        intercepts: Intercepts { try await decisions.application?.decide($0) ?? .proceed })
      screens(
        "above", .detail, "notes://above", through: "notes://home",
        leaves: Leaves { _ in try await decisions.application?.leaveAbove() ?? .proceed })
    }
    decisions.application = self
  }

  func plan(_ tab: String) -> Navigator.Changes {
    Navigator.Changes(plan: RoutePlan(steps: [.tab(tab)]), steps: [])
  }

  /// Asks the home screen, which opens a URL during a change that also asks the screen, and throws that change's error.
  ///
  /// - Parameters:
  ///   - isCovered: Whether another screen is shown above the home screen.
  ///   - ready: Whether the home screen opens the URL now.
  func openWhileAsked(
    isCovered: Bool = false, _ ready: @escaping @MainActor (Navigator) -> Bool
  ) async throws {
    let (navigator, own, begun) = (navigator, OwnNavigator(), Log())
    own.navigator = navigator
    let active = try registry.perform(to: .home, path: .push(from: window))
    if isCovered { try registry.open("notes://above", .push(from: window)) }
    leave = {
      begun.append("asked")
      try #require(await becomesTrue { ready(navigator) })
      await own.open("notes://decided")
      return .proceed
    }
    let lowest = window.presenter.shown.first
    // `leave()` would first ask the screen above.
    let leaving = Task { try await isCovered ? lowest?.mayLeave() == true : active.leave() }
    #expect(try await becomesTrue { !begun.all.isEmpty })
    let opening = Task { try await navigator.open("notes://decided") }
    _ = try await inTime { try await leaving.value }
    try await inTime { try await opening.value }
    if let failure = own.failure { throw failure }
  }
}

/// A failing use of a navigator, in addition to those of `EveryErrorTests`.
private struct FailingUse: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The message of the error and its code.
  let message: String
  let run: @MainActor @Sendable (ReportingApplication) async throws -> Void

  init(
    _ name: String, _ message: String,
    _ run: @escaping @MainActor @Sendable (ReportingApplication) async throws -> Void
  ) {
    testDescription = name
    self.message = message
    self.run = run
  }

  private static let waitingForItself =
    "a closure that decides about a change of the navigator waits for another change of the same navigator [busy]"
  private static let noTabs =
    "the presenter of the window has no tabs, so it cannot select 'all' [unsupportedPath]"
  private static let notFirst = "the tab 'all' is not the first step of its plan [unsupportedPath]"
  private static let sourceGone =
    "the source of the navigator that was created at Notes/Main.swift:7 was deallocated [actionFailed]"

  static let all: [FailingUse] = [
    FailingUse("an interceptor of the change", waitingForItself) { application in
      let own = OwnNavigator()
      own.navigator = application.navigator
      application.decide = { _ in
        await own.open("notes://home")
        return .proceed
      }
      try await inTime { try await application.navigator.open("notes://decided") }
      if let failure = own.failure { throw failure }
    },
    FailingUse("a screen that the change asks", waitingForItself) { application in
      try await application.openWhileAsked { navigator in
        navigator.changes.first?.asking != nil
      }
    },
    FailingUse("a screen that the change asks later", waitingForItself) { application in
      let navigator = application.navigator
      application.leaveAbove = {
        try #require(await becomesTrue { navigator.changes.count > 1 })
        return .proceed
      }
      try await application.openWhileAsked(isCovered: true) { !$0.changes.isEmpty }
    },
    FailingUse("changes that are applied in a window without tabs", noTabs) {
      try await $0.navigator.apply($0.plan("all"))
    },
    FailingUse("a plan in a window without tabs", noTabs) {
      try await $0.registry.perform($0.plan("all").plan, from: ModelWindow())
    },
    FailingUse("a tab that isn't selected", "the presenter has not selected the tab 'all' [actionFailed]") {
      let tabs = PlainTabs()
      tabs.isStuck = true
      try await Navigator(from: tabs, in: $0.registry).apply($0.plan("all"))
    },
    FailingUse("a tab above screens", notFirst) {
      let steps = try $0.registry.plan(for: "notes://home").steps
      _ = try $0.navigator.changes(to: RoutePlan(steps: steps + $0.plan("all").plan.steps))
    },
    FailingUse("a tab above screens that are applied", notFirst) {
      let steps = try $0.registry.plan(for: "notes://home").steps + $0.plan("all").plan.steps
      try await $0.navigator.apply(Navigator.Changes(plan: RoutePlan(steps: steps), steps: []))
    },
    FailingUse("a source that's gone at once", sourceGone) {
      let navigator = Navigator(from: ScriptedWindow(), in: $0.registry, fileID: "Notes/Main.swift", line: 7)
      await letOthersProceed()
      withExtendedLifetime(navigator) {}
    },
    FailingUse("a source that's gone, used repeatedly", sourceGone) {
      let navigator = Navigator(from: ScriptedWindow(), in: $0.registry, fileID: "Notes/Main.swift", line: 7)
      _ = try? await navigator.open("notes://home")
      try await navigator.open("notes://home")
    },
  ]
}

@MainActor
@Suite("Reports of the errors of navigators")
struct NavigatorErrorReportTests {
  @Test(arguments: FailingUse.all)
  fileprivate func `each error is reported once`(_ use: FailingUse) async throws {
    let application = try ReportingApplication()
    var thrown: RouteError?
    do {
      try await use.run(application)
    } catch let failure as Navigator.Failure {
      thrown = failure.error
    } catch let failure as RoutePlan.Failure {
      thrown = failure.error
    } catch {
      thrown = try #require(error as? RouteError, "\(error)")
    }
    await letOthersProceed()
    #expect(application.log.all.map { String($0.prefix { $0 != "\n" }) } == [use.message])
    if let thrown { #expect(application.log.all == ["\(thrown)"]) }
  }

  /// The navigator's error was reported, so its consequence isn't.
  @Test func `an error that a closure passes on isn't reported again`() async throws {
    let application = try ReportingApplication()
    let (navigator, registry, log) = (application.navigator, application.registry, application.log)
    let refusals: [@MainActor (RouteAttempt) async throws -> RouteDecision] = [
      { _ in
        try await navigator.back()
        return .proceed
      },
      { _ in
        do { try await navigator.back() } catch { return .refuse(error) }
        return .proceed
      },
      { _ in
        try await registry.perform(application.plan("all").plan, from: ModelWindow())
        return .proceed
      },
    ]
    for refuse in refusals {
      log.clear()
      application.decide = refuse
      let active = try registry.open("notes://decided", .push(from: application.window))
      let error = await #expect(throws: RouteError.self) { _ = try await active.completed() }
      #expect(error?.code == .refused && error?.underlying != nil)
      await letOthersProceed()
      #expect(log.all.count == 1 && log.all.allSatisfy { !$0.contains("[refused]") }, "\(log.all)")
    }
    log.clear()
    application.leave = {
      try await registry.perform(application.plan("all").plan, from: ModelWindow())
      return .proceed
    }
    try await navigator.open("notes://home")
    let failure = await navigatorFailure { try await navigator.back() }
    #expect(failure?.code == .stayed && log.all.count == 1, "\(log.all)")
  }
}
