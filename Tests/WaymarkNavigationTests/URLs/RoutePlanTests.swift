import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

/// A screen with a window for the next screens, which are shown there if the screen or its wrapper is a source.
@MainActor private class HomeScreen: PreviewInput { let window = ScriptedWindow() }

@MainActor private final class SourceScreen: HomeScreen, RouteSource {
  var routePresenter: any RoutePresenter { window.presenter }
}

@MainActor
@Suite("Opening URLs, and their plans")
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

  @Test(arguments: [false, true])
  func `the screen below, or its wrapper, is the source of the next steps`(isWrapped: Bool) async throws {
    let home = isWrapped ? HomeScreen() : SourceScreen()
    let registry = try Registry {
      Route(HomeScreen.self) {
        View<any PreviewInput>()
        URLPattern("notes://home")
        if isWrapped { Wrapped { $0.window } }
      } make: {
        home
      }
      screens("folder", .child, "notes://folder", through: "notes://home")
      screens("note", .detail, "notes://note", through: "notes://folder")
    }
    let shown = try await inTime { [window] in
      try await registry.perform(registry.plan(for: "notes://note"), from: window)
    }
    #expect(window.presenter.shown.map { $0.destination as? HomeScreen === home } == [true])
    // The second screen isn't a source, so the third one has the same source.
    #expect(home.window.shownNames == ["folder", "note"])
    let source: AnyObject = isWrapped ? home.window : home
    #expect(shown[2].path.source === source)
  }

  /// An interceptor refuses the last step, or the registry has lost the route of the second one.
  @Test(arguments: [(true, 2, RouteError.Code.refused), (false, 1, .unknownURL)])
  func `a failing step ends the plan`(withFolders: Bool, index: Int, code: RouteError.Code) async throws {
    let plan = try registry().plan(for: "notes://folder/work/note/7")
    let changed = try registry(withFolders: withFolders) { _ in .refuse(Failure(description: "locked")) }
    let failure = await planFailure { try await changed.perform(plan, from: window) }
    #expect(failure?.index == index && failure?.step == plan.steps[index] && failure?.error.code == code)
    #expect(failure?.shown.map(\.state) == Array(repeating: .routed, count: index))
    #expect(shown == Array(["home", "folder work"].prefix(index)))
    let text = failure?.description
    #expect(
      text?.hasPrefix("step \(index + 1) of 3 could not be shown: NamedScreen push notes://folder/") == true)
    #expect(text?.contains("note/7\n    an interceptor refused to show") == withFolders)
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

  // MARK: - Opening

  /// Returns a registry with an editor and a store, with closures that read the URL.
  private func linked(_ log: Log) throws -> Registry {
    try Registry {
      Observes { log.append("\($0.phase.word) \($0.destinationName) \($0.url ?? "without a URL")") }
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        Identifier("editor")
        URLPattern("notes://editor/:id")
        Intercepts { attempt in
          let note = (attempt.configuration as? any EditorModuleConfig)?.note
          log.append("\(attempt.url ?? "") \(attempt.parameters?["id"] ?? "") \(note?.id ?? 0)")
          return .proceed
        }
      } make: { configuration, routes in
        let editor = Editor()
        editor.title = "note \(configuration.note?.id ?? 0), \(routes.parameters?["draft"] ?? "no draft")"
        return editor
      } prepare: { editor, configuration, routes in
        editor.title += ", \(routes.url ?? "no URL")"
      } open: { parameters, configuration in
        configuration.note = Note(id: try parameters.value("id"))
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        URLPattern("notes://store/:name")
      } prepare: { store, routes in
        log.append("prepared with \(routes.parameters?["name"] ?? "nothing")")
      }
    }
  }

  @Test func `a URL fills the configuration`() async throws {
    let (log, text) = (Log(), "notes://editor/7?draft=true")
    let registry = try linked(log)
    let active = try registry.open(text, .push(from: window))
    let editor = try #require(try await inTime { try await active.completed() } as? Editor)
    #expect(editor.title == "note 7, true, \(text)")
    #expect(active.url == text && window.presenter.shown.count == 1)
    #expect(log.all == ["\(text) 7 7", "willPerform Editor \(text)", "didPerform Editor \(text)"])
    let url = try #require(URL(string: "notes://nowhere"))
    #expect(error { _ = try registry.open(url, .push(from: window)) }?.code == .unknownURL)
  }

  @Test func `URLs make views and services`() throws {
    let log = Log()
    let registry = try linked(log)
    let editor = try registry.makeDestination(for: "notes://editor/9") as? Editor
    #expect(editor?.title == "note 9, no draft, notes://editor/9")
    let url = try #require(URL(string: "notes://store/a%20b"))
    #expect(
      try registry.makeService(for: url) is MemoryStore && registry.makeDestination(for: url) is MemoryStore)
    #expect(log.all == ["prepared with a b", "prepared with a b"])
    #expect(error { _ = try registry.makeService(for: "notes://editor/1") }?.code == .notAService)
    // Without a URL, the `open:` closure isn't called.
    let plain = try registry.router(identifier: "editor")?.makeDestination() as? Editor
    #expect(plain?.title == "note 0, no draft, no URL")
  }
}
