import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("The root of a stack")
struct RootTests {
  private let app: NavigatedApplication
  private let navigator: Navigator

  init() throws {
    app = try NavigatedApplication()
    navigator = Navigator(from: app.window, in: app.registry)
  }

  @Test func `a URL through the root doesn't show the root again`() async throws {
    navigator.setRoot("notes://home")
    try await navigator.open("notes://folder/work")
    #expect(app.shown == ["folder work"])
    #expect(navigator.plan.steps.map(\.url) == ["notes://folder/work"])
    try await navigator.open("notes://folder/play")
    #expect(app.shown == ["folder play"])
    try await navigator.open("notes://home")
    #expect(app.shown.isEmpty)
  }

  @Test func `a screen of the root's URL above others is restored`() async throws {
    navigator.setRoot("notes://home")
    try await navigator.open("notes://folder/work")
    try app.registry.perform(to: .home, path: .push(from: app.window))
    let saved = navigator.plans
    let second = try NavigatedApplication()
    let restored = Navigator(from: second.window, in: second.registry)
    restored.setRoot("notes://home")
    try await restored.restore(saved)
    #expect(second.shown == ["folder work", "home"] && restored.plans == saved)
    try await restored.open("notes://home")
    #expect(second.shown.isEmpty)
  }

  @Test func `a screen of the root's URL stays where it already is`() async throws {
    try await navigator.open("notes://folder/work")
    navigator.setRoot("notes://home")
    try await navigator.open("notes://folder/work/note/7")
    #expect(app.shown == ["home", "folder work", "note 7"])
  }

  @Test func `each tab can have a root`() async throws {
    app.presenter.tabs = ["inbox", "library"]
    navigator.setRoot("notes://folder/work")
    navigator.setRoot("notes://home", inTab: "library")
    try await navigator.open("notes://folder/work/note/7")
    let library = try RoutePlan(
      steps: [.tab("library")] + app.registry.plan(for: "notes://folder/work/note/8").steps)
    try await navigator.apply(navigator.changes(to: library))
    #expect(app.shown == ["note 7", "folder work", "note 8"])
    let plans = navigator.plans
    try await navigator.restore([:])
    try await navigator.restore(plans)
    #expect(navigator.plans == plans && app.shown == ["folder work", "note 8", "note 7"])
  }

  /// A window that names its root.
  private final class Rooted: RouteSource {
    let window = ScriptedWindow()
    var routePresenter: any RoutePresenter { window.presenter }
    func rootURL(inTab tab: String?) -> String? { "notes://home" }
  }

  @Test func `a navigator can replace the root that its source names`() async throws {
    let window = Rooted()
    let navigator = Navigator(from: window, in: app.registry)
    try await navigator.open("notes://folder/work")
    #expect(window.window.presenter.shown.count == 1)
    navigator.setRoot("notes://folder/work")
    try await navigator.open("notes://home")
    #expect(navigator.screens.map(\.url) == ["notes://home"])
  }

  @Test func `a reuse rule decides about a root with other parameters`() async throws {
    func shown(_ reuses: Reuses<NamedScreen>) async throws -> Int {
      let registry = try Registry { screens("page", .home, "notes://page/:id", reuses: reuses) }
      let window = ScriptedWindow()
      let navigator = Navigator(from: window, in: registry)
      navigator.setRoot("notes://page/1")
      try await navigator.open("notes://page/2")
      return window.presenter.shown.count
    }
    #expect(try await shown(Reuses(.always)) == 0)
    #expect(try await shown(Reuses(.sameParameters)) == 1)
    #expect(try await shown(Reuses(.always) { _, _ in }) == 1, "the root can't receive parameters")
  }

  @Test func `an unmatched root is reported`() throws {
    let log = Log()
    let registry = try Registry { ReportsErrors { log.append("\($0.code)") } }
    Navigator(from: app.window, in: registry).setRoot("notes://other", inTab: "inbox")
    #expect(log.all == ["unknownURL"])
  }
}
