import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("Opening URLs")
struct OpeningTests: RouteVocabulary {
  private let window = ScriptedWindow()

  private func registry(
    observing log: Log = Log(),
    intercept: @escaping @MainActor @Sendable (RouteAttempt) async throws -> RouteDecision = { _ in .proceed }
  ) throws -> Registry {
    try Registry {
      Observes { log.append("\($0.phase.word) \($0.destinationName) \($0.url ?? "without a URL")") }
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        Identifier("editor")
        URLPattern("notes://editor/:id")
        Intercepts { try await intercept($0) }
      } make: { configuration, routes in
        let editor = Editor()
        editor.title = "note \(configuration.note?.id ?? 0), \(routes.parameters?["draft"] ?? "no draft")"
        return editor
      } prepare: { editor, configuration, routes in
        editor.title += ", \(routes.url ?? "no URL")"
      } open: { parameters, configuration in
        configuration.note = Note(id: try parameters.value("id"))
      }
      Route(ShownPreview.self) {
        View<any PreviewInput>()
        URLPattern("notes://preview")
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
    let registry = try registry(intercept: { attempt in
      #expect(attempt.url == "notes://editor/7?draft=true" && attempt.parameters?["id"] == "7")
      #expect((attempt.configuration as? any EditorModuleConfig)?.note == Note(id: 7))
      return .proceed
    })
    let active = try registry.open("notes://editor/7?draft=true", .push(from: window))
    let editor = try #require(try await inTime { try await active.completed() } as? Editor)
    #expect(editor.title == "note 7, true, notes://editor/7?draft=true")
    #expect(active.url == "notes://editor/7?draft=true" && window.presenter.shown.count == 1)
    let url = try #require(URL(string: "notes://nowhere"))
    #expect(error { _ = try registry.open(url, .push(from: window)) }?.code == .unknownURL)
  }

  @Test func `URLs make views and services`() throws {
    let log = Log()
    let registry = try registry(observing: log)
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

  @Test func `an interceptor can redirect to a URL`() async throws {
    let registry = try registry(intercept: { _ in .redirectToURL("notes://preview?from=1") })
    let active = try registry.open("notes://editor/1", .push(from: window))
    let redirected = await routeFailure { _ = try await inTime { _ = try await active.completed() } }
    #expect(redirected?.code == .redirected && active.redirection?.url == "notes://preview?from=1")
    #expect(active.redirection?.state == .routed)
  }
}
