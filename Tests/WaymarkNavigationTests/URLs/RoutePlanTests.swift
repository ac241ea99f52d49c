import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("Plans of URLs")
struct RoutePlanTests: RouteVocabulary {
  private let window = ScriptedWindow()

  private func registry(
    withFolders: Bool = true,
    decide: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision = { _ in .proceed }
  ) throws -> Registry {
    try Registry {
      screens("home", .home, "notes://home", identifier: "home")
      if withFolders {
        screens("folder", .child, "notes://folder/:folder", through: "notes://home", showing: "folder")
      }
      screens(
        "note", .detail, "notes://folder/:folder/note/:id",
        through: withFolders ? "notes://folder/:folder" : "notes://home", showing: "id",
        intercepts: Intercepts { try await decide($0) })
    }
  }

  /// The failure of a plan, which ends in limited time.
  private func planFailure(of body: @escaping @MainActor () async throws -> Void) async -> RoutePlan.Failure?
  {
    await failure { try await inTime { try await body() } } as? RoutePlan.Failure
  }

  private var shown: [String] { window.shownNames }

  @Test func `a plan describes its steps without performing them`() throws {
    let registry = try registry(decide: { _ in
      Issue.record("nobody is asked")
      return .proceed
    })
    let plan = try registry.plan(for: "notes://folder/a%20b/note/7?x=1&x=2")
    #expect(
      plan.steps.map(\.description) == [
        "NamedScreen push notes://home", "NamedScreen push notes://folder/a%20b",
        "NamedScreen push notes://folder/a%20b/note/7?x=1&x=2",
      ])
    #expect(
      plan.steps.map(\.parameters) == [
        [:], ["folder": ["a b"]], ["folder": ["a b"], "id": ["7"], "x": ["1", "2"]],
      ])
    #expect(
      plan.steps.map(\.identifiers) == [["home"], [], []]
        && plan.steps.map(\.interceptors.count) == [0, 0, 1])
    #expect(plan.steps[2].interceptors[0].hasPrefix("WaymarkNavigationTests/RoutePlanTests.swift:"))
    #expect(plan.steps[2].pattern == "notes://folder/:folder/note/:id")
    #expect(window.presenter.calls.isEmpty)
    let kept = try JSONDecoder().decode(RoutePlan.self, from: JSONEncoder().encode(plan))
    #expect(kept == plan)
    let url = try #require(URL(string: "notes://home"))
    #expect(try registry.plan(for: url, along: .present).steps.map(\.kind) == ["present"])
    #expect(error { _ = try registry.plan(for: "notes://hom") }?.code == .unknownURL)
  }

  @Test(
    arguments: [
      (.push, nil, ["push", "push", "push"]), (.sheet, nil, ["push", "push", "sheet"]),
      (.present, .show, ["show", "show", "present"]), (.show, nil, ["show", "show", "show"]),
      (RoutePath.Kind("custom"), nil, ["push", "push", "custom"]),
      (RoutePath.Kind("custom"), .present, ["present", "present", "custom"]),
    ] as [(RoutePath.Kind, RoutePath.Kind?, [String])])
  func `only the destination uses the given kind of path`(
    kind: RoutePath.Kind, lower: RoutePath.Kind?, kinds: [String]
  ) throws {
    let registry = try registry()
    let plan = try registry.plan(for: "notes://folder/a/note/7", along: kind, below: lower)
    #expect(plan.steps.map(\.kind) == kinds)
  }

  @Test func `the registry's interceptors are listed first`() async throws {
    let log = Log()
    let line = #line
    func logging(_ name: String, line: Int = #line) -> Intercepts {
      Intercepts(line: line) { _ in
        log.append(name)
        return .proceed
      }
    }
    let registry = try Registry {
      screens("home", .home, "notes://home", intercepts: logging("route"))
      logging("base")
    }.extending {
      logging("derived")
    }
    let plan = try registry.plan(for: "notes://home")
    let places = plan.steps.map { step in
      step.interceptors.map { relative($0, fileID: #fileID, line: line) }
    }
    #expect(places == [["line + 9", "line + 11", "line + 8"]])
    _ = try await inTime { try await registry.perform(plan, from: window) }
    #expect(log.all == ["base", "derived", "route"])
  }

  @Test func `a wrapper that is a source shows the next screen`() async throws {
    let frame = ScriptedWindow()
    let registry = try Registry {
      Route(NamedScreen.self) {
        RoutableView(.home)
        URLPattern("notes://home")
        Wrapped { _ in frame }
      } make: {
        NamedScreen("home")
      }
      screens("child", .child, "notes://home/child", through: "notes://home")
    }
    try await inTime { [window] in
      try await registry.perform(registry.plan(for: "notes://home/child"), from: window)
    }
    #expect(window.presenter.shown.count == 1 && frame.presenter.shown.count == 1)
  }

  @Test func `a failing step ends the plan`() async throws {
    let registry = try registry(decide: { _ in .refuse(Failure(description: "locked")) })
    let plan = try registry.plan(for: "notes://folder/work/note/7")
    let failure = await planFailure { try await registry.perform(plan, from: window) }
    #expect(
      failure?.index == 2 && failure?.error.code == .refused
        && failure?.shown.map(\.state) == [.routed, .routed])
    #expect(shown == ["home", "folder work"])
    #expect(
      failure?.description.hasPrefix(
        "step 3 of 3 could not be shown: NamedScreen push notes://folder/work/note/7\n    an interceptor refused to show"
      )
        == true)
  }

  @Test func `a stored plan fails at the step without a match`() async throws {
    let plan = try registry().plan(for: "notes://folder/work/note/7")
    let smaller = try registry(withFolders: false)
    let failure = await planFailure { try await smaller.perform(plan, from: window) }
    #expect(
      failure?.index == 1 && failure?.step.url == "notes://folder/work" && failure?.error.code == .unknownURL)
    #expect(shown == ["home"] && failure?.shown.count == 1)
    #expect(failure?.description.hasPrefix("step 2 of 3 could not be shown: ") == true)
  }

  @Test(arguments: [false, true])
  func `canceling ends the plan`(isEarly: Bool) async throws {
    let registry = try registry(decide: { _ in
      try? await Task.sleep(for: .seconds(3_600))
      return .proceed
    })
    let plan = try registry.plan(for: "notes://folder/work/note/7")
    let performing = Task {
      if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
      return try await registry.perform(plan, from: window)
    }
    if !isEarly { #expect(try await becomesTrue { shown.count == 2 }) }
    performing.cancel()
    let failure = await planFailure { _ = try await performing.value }
    #expect(failure?.index == (isEarly ? 0 : 2) && failure?.shown.count == failure?.index)
    #expect(shown.count == failure?.index)
  }
}
