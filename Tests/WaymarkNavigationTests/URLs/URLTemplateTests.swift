import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

private enum Kind: String, CaseIterable { case draft, final }
private struct Filter { var kind = Kind.draft }

extension RoutableViewModule<Filter> { fileprivate static var filter: Self { declared() } }

@MainActor
@Suite("URLs with properties of a configuration")
struct URLTemplateTests: RouteVocabulary {
  private let template: URLTemplate<OpenNoteConfiguration> =
    "notes://list/\(\.folder)/notes/\(\.id)?page=\(\.page)&color=\(\.color)&q=\(\.query)"

  private func registry(
    _ patterns: URLPattern...,
    open: @escaping @MainActor (URLParameters, inout OpenNoteConfiguration) throws -> Void = { _, _ in }
  ) throws -> Registry {
    try Registry {
      Route(OpenedNote.self, configuration: OpenNoteConfiguration.init) {
        ViewModule(.openNote)
        View<any EditorInput>()
        Identifier("note")
        for pattern in patterns { pattern }
      } make: { configuration, _ in
        OpenedNote(configuration)
      } open: { parameters, configuration in
        try open(parameters, &configuration)
      }
    }
  }

  private func opened(_ url: String, in registry: Registry) throws -> OpenNoteConfiguration {
    try #require(try registry.makeDestination(for: url) as? OpenedNote).configuration
  }

  // MARK: - Filling

  @Test func `a URL fills the configuration, and missing query items keep the defaults`() throws {
    let registry = try registry(URLPattern(for: OpenNoteConfiguration.self, template))
    let note = try opened("notes://list/to%20do/notes/7?q=a%26b&page=2&color=blue", in: registry)
    #expect(note.folder == "to do" && note.id == NoteID(rawValue: 7) && note.page == 2)
    #expect(note.color == .blue && note.query == "a&b")
    let plain = try opened("notes://list/work/notes/7", in: registry)
    #expect(plain.page == nil && plain.color == nil && plain.query == "all")
    #expect(try opened("notes://list/work/notes/7?q=", in: registry).query == "")
  }

  @Test func `errors name the values of an enumeration, and a parameter without a property`() throws {
    let registry = try Registry {
      Route(OpenedNote.self, configuration: { Filter() }) {
        ViewModule(.filter)
        View<any EditorInput>()
        URLPattern(for: Filter.self, "/:list/\(\.kind)")
      } make: { _, _ in
        OpenedNote(OpenNoteConfiguration())
      }
    }
    let wrong = error { _ = try registry.makeDestination(for: "/a/Final") }
    #expect(wrong?.remedy?.hasPrefix("correct the URL \"/a/Final\": 'kind' is one of draft, final\n") == true)
    let unfilled = error { _ = try registry.router(to: .filter)?.url { $0.kind = .final } }
    #expect(
      unfilled?.remedy
        == "write \\(\\.property) in place of ':list'\ncall url([…]) with a value for each parameter")
  }

  @Test func `an error names a wrong value`() throws {
    let registry = try registry(URLPattern(for: OpenNoteConfiguration.self, template))
    for (end, name, value, type) in [
      ("seven", "id", "seven", "a NoteID"), ("7?page=x", "page", "x", "an Int"),
      ("7?color=green", "color", "green", "a NoteColor"),
      // An optional property in the URL needs a value.
      ("7?page=", "page", "", "an Int"),
    ] {
      let found = error { _ = try registry.makeDestination(for: "notes://list/work/notes/\(end)") }
      let pattern = "notes://list/:folder/notes/:id"
      #expect(
        found?.message == "the parameter '\(name)' of \"\(pattern)\" is \"\(value)\", which is not \(type)")
      #expect(found?.code == .invalidParameter)
    }
    let found = error { _ = try registry.makeDestination(for: "notes://list/work/notes/7?page=x") }
    #expect(found?.path.map(\.destination) == ["OpenedNote"])
    #expect(found?.remedy?.hasPrefix("correct the URL \"notes://list/work/notes/7?page=x\"") == true)
  }

  @Test func `the open closure runs after the template`() throws {
    let registry = try registry(
      URLPattern(for: OpenNoteConfiguration.self, "/\(\.folder)/:extra"), URLPattern("/plain")
    ) { parameters, configuration in
      configuration.title = "\(configuration.folder) \(parameters["extra"] ?? "none")"
    }
    #expect(try opened("/work/x", in: registry).title == "work x")
    #expect(try opened("/plain", in: registry).title == "inbox none")
  }

  /// A class and a computed property need a name in the path, but not in the query.
  @Test func `a computed property or a class's property can have a name`() throws {
    final class Settings: ImportModuleConfig, @unchecked Sendable {
      // SAFETY: only this test's thread uses it.
      var source = "none"
      var count: Int {
        get { source.count }
        set { source = String(repeating: "x", count: newValue) }
      }
    }
    let registry = try Registry {
      Route(MemoryStore.self, configuration: { Settings() }) {
        ServiceModule<any ImportModuleConfig>()
        URLPattern(for: Settings.self, "/name/\(\.source, named: "name")")
        URLPattern(for: Settings.self, "/count?n=\(\.count)")
      } make: { configuration, _ in
        MemoryStore(name: configuration.source)
      }
    }
    #expect(registry.match("/name/a")?.pattern == "/name/:name")
    #expect(try (registry.makeService(for: "/name/a") as? MemoryStore)?.name == "a")
    #expect(try (registry.makeService(for: "/count?n=3") as? MemoryStore)?.name == "xxx")
    let router = try #require(registry.router(to: RoutableServiceModule<any ImportModuleConfig>()))
    #expect(try router.url { $0.source = "b c" }.absoluteString == "/name/b%20c")
  }

  @Test func `templates can be part of plans`() async throws {
    let registry = try registry(
      URLPattern(for: OpenNoteConfiguration.self, template, through: "notes://list/\(\.folder)"),
      URLPattern(for: OpenNoteConfiguration.self, "notes://list/\(\.folder)", through: "notes://list"),
      URLPattern("notes://list"))
    let plan = try registry.plan(for: "notes://list/work/notes/7?page=2")
    #expect(
      plan.steps.map(\.url) == ["notes://list", "notes://list/work", "notes://list/work/notes/7?page=2"])
    #expect(plan.steps.last?.parameters == ["folder": ["work"], "id": ["7"], "page": ["2"]])
    let window = ScriptedWindow()
    try await registry.perform(plan, from: window)
    let shown = window.presenter.shown.compactMap { ($0.destination as? OpenedNote)?.configuration }
    #expect(shown.map(\.folder) == ["inbox", "work", "work"] && shown.map(\.page) == [nil, nil, 2])
  }

  // MARK: - Writing

  @Test func `a template writes a configuration`() throws {
    let registry = try registry(
      URLPattern(for: OpenNoteConfiguration.self, "/short/\(\.id)"),
      URLPattern(for: OpenNoteConfiguration.self, template), URLPattern("/plain/:a/:b/:c/:d/:e/:f"))
    let router = try #require(registry.router(to: .openNote))
    #expect(
      try router.url { $0.id = NoteID(rawValue: 7) }.absoluteString == "notes://list/inbox/notes/7?q=all")
    let url = try router.url(fragment: "end") {
      $0.folder = "a/b"
      $0.page = -1
      $0.color = .red
      $0.query = ""
    }
    #expect(url.absoluteString == "notes://list/a%2Fb/notes/0?color=red&page=-1&q=#end")
    // The URL of the shorter template would open with the folder "inbox".
    #expect(error { _ = try router.url { $0.folder = "" } }?.code == .missingParameter)
  }

  @Test(arguments: [false, true])
  func `a URL that another pattern takes is written if it fills the same`(opens: Bool) throws {
    let registry = try registry(
      URLPattern(for: OpenNoteConfiguration.self, "notes://list/\(\.folder)"),
      URLPattern("notes://list/all"), URLPattern("notes://list/none")
    ) { parameters, configuration in
      guard parameters["folder"] == nil else { return }
      guard opens else { throw Failure(description: "no folder") }
      configuration.folder = "all"
    }
    let router = try #require(registry.router(to: .openNote))
    #expect(try router.url { $0.folder = "work" }.absoluteString == "notes://list/work")
    if opens {
      #expect(try router.url { $0.folder = "all" }.absoluteString == "notes://list/all")
      let lost = error { _ = try router.url { $0.folder = "none" } }
      #expect(lost?.code == .unknownURL)
      #expect(lost?.message.hasSuffix("matches its pattern \"notes://list/none\"") == true)
    } else {
      let taken = error { _ = try router.url { $0.folder = "all" } }
      #expect(taken?.code == .unknownURL)
      #expect(taken?.message.hasSuffix("matches its pattern \"notes://list/all\"") == true)
    }
  }

  @Test func `a template writes an adapted configuration`() throws {
    let registry = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule<any EditorModuleConfig>()
        URLPattern(for: EditorConfiguration.self, "/editor?title=\(\.number)")
      } make: { _, _ in
        Editor()
      }
      Adapter(ViewModule<any RequiredModuleConfig>(), for: ViewModule<any EditorModuleConfig>())
    }
    let router = try #require(registry.router(to: ViewModule<any RequiredModuleConfig>()))
    #expect(try router.url { $0.note = Note(id: 7) }.absoluteString == "/editor?title=7")
  }

  @Test func `a configuration that a template can't write throws`() throws {
    let registry = try registry(URLPattern(for: OpenNoteConfiguration.self, template))
    let router = try #require(registry.router(to: .openNote))
    let empty = error { _ = try router.url { $0.folder = "" } }
    #expect(
      empty?.description.withoutPlaces == """
        the URL of OpenedNote (line) needs a value for 'folder': its pattern is "notes://list/:folder/notes/:id" [missingParameter]
            To fix: pass a value for 'folder' that is not empty
        """)
    let plain = try self.registry(URLPattern("/a"))
    let problem = error { _ = try plain.router(to: .openNote)?.url { _ in } }
    #expect(problem?.code == .unknownURL)
    #expect(problem?.message.hasPrefix("no URL can be written of a configuration of OpenedNote (") == true)
    #expect(problem?.message.hasSuffix("): none of its patterns is a template") == true)
    #expect(
      problem?.remedy == "add URLPattern(for: OpenNoteConfiguration.self, \"…/\\(\\.property)\") to the route"
    )
  }
}
