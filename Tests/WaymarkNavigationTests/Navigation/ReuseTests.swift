import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor private final class Page: PreviewInput {
  var text: String
  init(_ text: String) { self.text = text }
}

@MainActor
@Suite("Screens that a navigator keeps")
struct ReuseTests: RouteVocabulary {
  private let window = ScriptedWindow()

  /// Returns a navigator with one page, for `notes://page/1?q=a`.
  private func navigator(_ reuses: Reuses<Page>?) async throws -> Navigator {
    let registry = try Registry {
      Route(Page.self) {
        View<any PreviewInput>()
        URLPattern("notes://page/:id")
        if let reuses { reuses }
      } make: { routes in
        Page(routes.parameters?.description ?? "")
      }
    }
    let navigator = Navigator(from: window, in: registry)
    try await navigator.open("notes://page/1?q=a")
    return navigator
  }

  /// Returns whether a URL keeps the page.
  private func keeps(_ url: String, _ navigator: Navigator) throws -> Bool {
    try navigator.changes(to: navigator.registry.plan(for: url)).isEmpty
  }

  @Test(arguments: [true, false])
  func `a screen with the same parameters is kept`(byDefault isDefault: Bool) async throws {
    let navigator = try await navigator(isDefault ? nil : Reuses(.sameParameters))
    #expect(try keeps("NOTES://page/1?q=a", navigator))
    #expect(try keeps("notes://page/1?q=a#end", navigator))
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
  func `a screen is kept only if what its pattern leaves open is the same`(
    pattern: String, first: String, second: String, isKept: Bool
  ) async throws {
    let registry = try Registry {
      Route(Page.self) {
        View<any PreviewInput>()
        URLPattern(pattern)
      } make: { routes in
        Page(routes.url ?? "")
      }
    }
    let navigator = Navigator(from: window, in: registry)
    try await navigator.open(first)
    try await navigator.open(second)
    let pages = window.presenter.shown.compactMap { $0.destination as? Page }
    #expect(pages.map(\.text) == [isKept ? first : second])
  }

  @Test func `different patterns of a route lead to the same screen`() async throws {
    let registry = try Registry {
      Route(Page.self) {
        View<any PreviewInput>()
        URLPattern("notes://page/:id")
        URLPattern("https://notes.example/page/:id")
      } make: {
        Page("")
      }
    }
    let navigator = Navigator(from: window, in: registry)
    try await navigator.open("notes://page/1")
    #expect(try keeps("https://notes.example/page/1", navigator))
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
    window.presenter.refusal = RouteError(.unsupportedPath, "no room")
    let plan = RoutePlan(steps: [step, step])
    let failure = await #expect(throws: Navigator.Failure.self) {
      try await navigator.apply(navigator.changes(to: plan))
    }
    #expect(failure?.description.hasSuffix("after: update Page push notes://page/1?q=a to \(step)") == true)
  }

  @Test func `an update that can't read a parameter ends the change`() async throws {
    let navigator = try await navigator(
      Reuses(.always) { _, parameters in _ = try parameters.value("id", as: Int.self) })
    let failure = await #expect(throws: Navigator.Failure.self) { try await navigator.open("notes://page/x") }
    #expect(failure?.code == .invalidParameter)
    #expect(navigator.plan.steps.map(\.url) == ["notes://page/1?q=a"])
  }

  @Test func `an update's error ends the change`() async throws {
    let navigator = try await navigator(Reuses(.always) { _, _ in throw Failure(description: "no") })
    let failure = await #expect(throws: Navigator.Failure.self) { try await navigator.open("notes://page/2") }
    #expect(failure?.code == .preparationFailed)
    #expect(navigator.plan.steps.map(\.url) == ["notes://page/1?q=a"])
  }
}
