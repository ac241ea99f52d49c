import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor private final class Page: PreviewInput {
  var text: String
  init(_ text: String) { self.text = text }
}

private struct PageConfiguration: Sendable {
  var number = 0
  var page: Int?
}

extension RoutableView<ViewFrame> { fileprivate static var pageFrame: Self { declared() } }
extension RoutableViewModule<PageConfiguration> { fileprivate static var page: Self { declared() } }

/// A route of pages with the text of their parameters.
private func pages(_ patterns: String..., reuses: Reuses<Page>? = nil) -> Route {
  Route(Page.self) {
    RoutableView<any PreviewInput>()
    for pattern in patterns { URLPattern(pattern) }
    if let reuses { reuses }
  } make: { routes in
    Page(routes.parameters?.description ?? "")
  }
}

@MainActor
@Suite("Screens that a navigator keeps")
struct ReuseTests {
  private let window = ScriptedWindow()

  /// Returns a navigator with one page, for `notes://page/1?q=a`.
  private func navigator(_ reuses: Reuses<Page>?) async throws -> Navigator {
    let registry = try Registry {
      pages("notes://page/:id", "https://notes.example/page/:id", reuses: reuses)
    }
    let navigator = Navigator(from: window, in: registry)
    try await navigator.open("notes://page/1?q=a")
    return navigator
  }

  /// Returns whether a URL keeps the page.
  private func keeps(_ url: String, _ navigator: Navigator) throws -> Bool {
    try navigator.changes(to: navigator.registry.plan(for: url)).isEmpty
  }

  @Test func `a screen that one navigator reuses has its URL for all navigators of the window`() async throws
  {
    let reuses = Reuses<Page>(.always) { page, parameters in page.text = parameters.description }
    let registry = try Registry { pages("notes://page/:id", reuses: reuses) }
    let navigators = [Navigator(from: window, in: registry), Navigator(from: window, in: registry)]
    for number in [2, 1, 2] {
      try await navigators[number - 1].open("notes://page/\(number)")
      #expect(
        navigators.map { $0.screens.map(\.url) } == [["notes://page/\(number)"], ["notes://page/\(number)"]])
      #expect(window.presenter.shown.count == 1)
    }
  }

  @Test func `a canceled change passes no parameters to a screen`() async throws {
    let navigator = try await navigator(Reuses(.always) { $0.text = $1.description })
    let page = try #require(window.presenter.shown.first?.destination as? Page)
    let text = page.text
    let opening = Task { try await navigator.open("notes://page/2") }
    opening.cancel()
    await #expect(throws: Navigator.Failure.self) { try await opening.value }
    #expect(page.text == text)
  }

  @Test(arguments: [true, false])
  func `a screen with the same parameters is kept`(byDefault isDefault: Bool) async throws {
    let navigator = try await navigator(isDefault ? nil : Reuses(.sameParameters))
    #expect(try keeps("NOTES://page/1?q=a", navigator))
    #expect(try keeps("notes://page/1?q=a#end", navigator))
    #expect(try keeps("https://notes.example/page/1?q=a", navigator), "another pattern of its route")
    #expect(try !keeps("notes://page/2?q=a", navigator))
    #expect(try !keeps("notes://page/1?q=b", navigator))
  }

  @Test(arguments: [
    ("/**", "https://swift.org/blog", "https://example.org/blog", false),
    ("/**", "https://swift.org/blog", "https://swift.org:80/blog", false),
    ("/**", "https://swift.org/blog", "http://swift.org/blog", false),
    ("/**", "https://swift.org/blog", "HTTPS://user@Swift.ORG/blog#end", true),
    ("/**", "https://swift.org/blog", "/blog", true), ("/**", "/blog", "notes:/blog", true),
    ("notes:/:a", "notes://list/1", "notes://folder/1", false),
    ("//swift.org/:a", "https://swift.org/1", "//user@swift.org:80/1", true),
    ("/*/help", "/list/help", "/folder/help", false), ("/*/help", "/list/help", "/l%69st/help", true),
  ])
  func `a screen is kept only if the open parts of its pattern stay the same`(
    pattern: String, first: String, second: String, isKept: Bool
  ) async throws {
    let navigator = try Navigator(from: window, in: Registry { pages(pattern) })
    try await navigator.open(first)
    let page = window.presenter.shown[0]
    try await navigator.open(second)
    #expect(window.presenter.shown.count == 1 && (window.presenter.shown[0] == page) == isKept)
    #expect(navigator.screens.map(\.url) == [isKept ? first : second])
  }

  @Test func `a rule can compare only some parameters`() async throws {
    let navigator = try await navigator(Reuses(.sameParameters(named: "id")))
    #expect(try keeps("notes://page/1?q=b", navigator))
    #expect(try !keeps("notes://page/2?q=a", navigator))
    try await navigator.open("notes://page/1?q=b")
    #expect(navigator.plan.steps.map(\.url) == ["notes://page/1?q=a"], "it shows what it showed")
  }

  @Test func `a screen that is never kept is shown again`() async throws {
    let navigator = try await navigator(Reuses(.never))
    try await navigator.open("notes://page/1?q=a")
    #expect(window.presenter.calls.suffix(3) == ["remove push at once", "validate push", "show push"])
    #expect(navigator.screens.count == 1)
  }

  @Test func `a screen that is always kept gets the new parameters`() async throws {
    let navigator = try await navigator(
      Reuses(.always) { page, parameters in page.text += "; \(parameters)" })
    let page = try #require(window.presenter.shown[0].destination as? Page)
    try await navigator.open("notes://page/2")
    try await navigator.open("notes://page/2")
    #expect(page.text == "id=1, q=a; id=2" && window.presenter.shown.count == 1)
    #expect(navigator.plan.steps.map(\.url) == ["notes://page/2"])
  }

  @Test func `a view around the destination, which gets no parameters, is replaced`() async throws {
    let registry = try Registry {
      Route(Page.self, configuration: PageConfiguration.init) {
        RoutableView<any PreviewInput>()
        RoutableView(.pageFrame).as { ViewFrame($0) }
        RoutableViewModule(.page)
        URLPattern(for: PageConfiguration.self, "notes://page/\(\.number)")
        Reuses(.always) { page, parameters in page.text = "\(parameters)" }
      } make: { configuration, _ in
        Page("page \(configuration.number)")
      }
    }
    let navigator = Navigator(from: window, in: registry)
    let active = try registry.perform(
      to: .page, as: .pageFrame, path: .push(from: window), with: PageConfiguration(number: 1))
    try await navigator.open("notes://page/2")
    #expect(active.state == .removed)
    #expect(window.presenter.shown.map { ($0.destination as? Page)?.text } == ["page 2"])
  }

  @Test func `changes include the updated screen`() async throws {
    let navigator = try await navigator(Reuses(.always) { page, parameters in page.text = "\(parameters)" })
    let changes = try navigator.changes(to: navigator.registry.plan(for: "notes://page/2"))
    #expect(
      changes.description == """
        keep Page push notes://page/1?q=a
        update Page push notes://page/1?q=a to Page push notes://page/2
        """)
    #expect(!changes.isEmpty && changes.updated == changes.kept && changes.kept == navigator.screens)
    try await navigator.apply(changes)
    #expect(try keeps("notes://page/2", navigator), "it has the parameters already")
    // Without a closure, the screen keeps its parameters.
    let plain = try await self.navigator(Reuses(.always))
    #expect(try keeps("notes://page/2", plain))
  }

  @Test func `a failure after an update names the updated screen`() async throws {
    let navigator = try await navigator(Reuses(.always) { _, _ in })
    let step = try #require(navigator.registry.plan(for: "notes://page/2").steps.first)
    window.presenter.refusal = RouteError(.actionFailed, "no room")
    let plan = RoutePlan(steps: [step, step])
    let failure = await navigatorFailure { try await navigator.apply(navigator.changes(to: plan)) }
    #expect(failure?.description.hasSuffix("after: update Page push notes://page/1?q=a to \(step)") == true)
  }

  @Test func `an update's error ends the change`() async throws {
    let wrong = try await navigator(
      Reuses(.always) { _, parameters in _ = try parameters.value("id", as: Int.self) })
    #expect(await navigatorFailure { try await wrong.open("notes://page/x") }?.code == .invalidParameter)
    #expect(wrong.plan.steps.map(\.url) == ["notes://page/1?q=a"])
    let failing = try await navigator(Reuses(.always) { _, _ in throw Failure(description: "no") })
    #expect(await navigatorFailure { try await failing.open("notes://page/2") }?.code == .preparationFailed)
    #expect(failing.plan.steps.map(\.url) == ["notes://page/1?q=a"])
  }
}

@MainActor
@Suite("Rule: a pattern has the parameters that decide about keeping a screen")
struct ReusedParameterRuleTests: RouteVocabulary {
  private func problems(_ policy: ReusePolicy, _ patterns: [URLPattern]) -> String {
    SharedFixtures.problems(line: #line) {
      Route(Editor.self, configuration: PageConfiguration.init) {
        View<any EditorInput>()
        ViewModule(.page)
        for pattern in patterns { pattern }
        Reuses(policy)
      } make: { _, _ in
        Editor()
      }
    }
  }

  @Test func `a misspelled name is a warning`() {
    #expect(
      problems(.sameParameters(named: "idd", "id"), [URLPattern("notes://a/:id")]) == """
        line + 1: warning: Reuses of Route(Editor) compares the parameter 'idd', which no pattern of the route has [missing-url-parameter]
            "notes://a/:id"
            To fix: did you mean 'id'?
                or: add Accepts(.missingURLParameter, because: …) to the route, if its URLs have it in the query
        """)
  }

  @Test func `the name of a pattern's parameter, or of an item in the query, is no problem`() {
    let template = URLPattern(for: PageConfiguration.self, "notes://a/\(\.number)?page=\(\.page)")
    #expect(problems(.sameParameters(named: "number", "page"), [template]).isEmpty)
    #expect(
      problems(.sameParameters(named: "b", "**"), [URLPattern("/a/:b"), URLPattern("/c/**")]).isEmpty)
    #expect(problems(.sameParameters(named: "q"), []).isEmpty)
    #expect(problems(.sameParameters(named: "query"), [URLPattern("/a/:id")]).isEmpty)
    #expect(problems(.sameParameters, [template]).isEmpty)
  }
}
