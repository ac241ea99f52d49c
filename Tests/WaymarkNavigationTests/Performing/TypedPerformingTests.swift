import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor private protocol HandlerModule { var onSave: (@MainActor () -> Void)? { get set } }
private struct HandlerConfiguration: HandlerModule { var onSave: (@MainActor () -> Void)? }
private struct ImportSettings: ImportModuleConfig { var source = "" }
private final class MemoryDraft: Draft { var text = "" }
private final class OtherEditor: EditorInput { var title = "" }

extension RoutableViewModule<any HandlerModule> { fileprivate static var handlerModule: Self { declared() } }

/// The value that a caller passes.
private func origin(_ routes: Resolver) -> String { "\(routes.userInfo["from"] ?? "nowhere")" }

@MainActor
@Suite("Performing with a type and with values")
struct TypedPerformingTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()

  private func registry() throws -> Registry {
    try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View(.editor)
        ViewModule(.editorModule)
        Identifier("configured")
      } make: { _, routes in
        let editor = Editor()
        editor.title = origin(routes)
        return editor
      } prepare: { editor, configuration, _ in
        editor.title += " \(configuration.note?.id ?? 0)"
      }
      Route(MemoryStore.self) {
        Service(.notes)
      } make: { routes in
        MemoryStore(name: origin(routes))
      }
      Route(MemoryStore.self, configuration: { ImportSettings() }) {
        Service<any RequiredStore>()
        ServiceModule<any ImportModuleConfig>()
      } make: { configuration, routes in
        MemoryStore(name: "\(origin(routes)) \(configuration.source)")
      }
    }
  }

  /// The caller fills the configuration, or passes a complete one.
  @Test(arguments: [false, true])
  func `a configured view has its type`(isComplete: Bool) async throws {
    let registry = try registry()
    let (path, configuration) = (RoutePath.push(from: window), EditorConfiguration(note: Note(id: 7)))
    let configure: @MainActor (inout PerformOptions<any EditorInput>) -> Void = { [log] route in
      route.animated = false
      route.prepareDestination = { $0.title += " prepared" }
      route.onSuccess = { log.append($0.title) }
    }
    let active =
      if isComplete {
        try registry.perform(to: .editorModule, as: .editor, path: path, with: configuration) { route in
          configure(&route)
        }
      } else {
        try registry.perform(to: ViewModule(.editorModule), as: View(.editor), path: path) { module, route in
          module.note = Note(id: 7)
          configure(&route)
        }
      }
    let editor: any EditorInput = try await active.completed()
    #expect(editor.title == "nowhere prepared 7")
    #expect(window.presenter.calls == ["validate push", "show push at once"])
    // Each attempt fills the configuration.
    try active.remove()
    try active.perform()
    #expect(log.all == ["nowhere prepared 7", "nowhere prepared 7"])
    try Waymark.Registry.withCurrent(registry) {
      let made =
        try isComplete
        ? Router.perform(to: .editorModule, as: .editor, path: .makeDestination, with: configuration)
        : Router.perform(to: .editorModule, as: .editor, path: .makeDestination)
      #expect(made.destination?.title == "nowhere \(isComplete ? 7 : 0)")
    }
    let router = try ModuleRouter(to: .editorModule, in: registry)
    let pushed = try router.perform(as: .editor, path, with: configuration, userInfo: ["from": "menu"])
    #expect(pushed.destination?.title == "menu 7")
    #expect(try registry.anyRouter(to: ViewModule(.editorModule))?.makeDestination() is Editor)
  }

  @Test func `a view without a default configuration is shown with one only`() async throws {
    let registry = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.self) {
        View(.editor)
        ViewModule(.editorModule)
      } make: { configuration, _ in
        let editor = Editor()
        editor.title = "\(configuration.note?.id ?? 0)"
        return editor
      }
    }
    let path = RoutePath.push(from: window)
    let active = try registry.perform(
      to: .editorModule, as: .editor, path: path, with: EditorConfiguration(note: Note(id: 7)))
    #expect(active.destination?.title == "7")
    let filled = error { try registry.perform(to: .editorModule, as: .editor, path: path) { _, _ in } }
    #expect(filled?.code == .configurationMissing)
    #expect(error { try registry.perform(to: .editor, path: path) }?.code == .configurationMissing)
  }

  @Test func `every router takes user info`() throws {
    let registry = try registry()
    let editor = try #require(registry.router(to: .editor))
    #expect(try editor.makeDestination(userInfo: ["from": "menu"]).title == "menu 0")
    #expect(try editor.makeDestination(userInfo: ["from": "menu"]) { $0.title += "!" }.title == "menu! 0")
    let pushed = try editor.perform(.push(from: window), userInfo: ["from": "key"])
    #expect(pushed.destination?.title == "key 0")
    try pushed.remove()
    try pushed.perform()
    #expect(pushed.destination?.title == "key 0", "the closures receive the same values again")

    let module = try #require(registry.router(to: .editorModule))
    let made = try module.makeDestination(as: View(.editor), userInfo: ["from": "menu"]) {
      $0.note = Note(id: 2)
    }
    #expect(made.title == "menu 2")
    let shown = try module.perform(.push(from: window), userInfo: ["from": "key"])
    #expect((shown.destination as? Editor)?.title == "key 0")
    let typed = try module.perform(as: View(.editor), .push(from: window), userInfo: ["from": "typed"])
    #expect(typed.destination?.title == "typed 0")

    let any = try #require(registry.router(identifier: "configured"))
    let performed = try any.perform(.push(from: window), userInfo: ["from": "any"])
    #expect((performed.destination as? Editor)?.title == "any 0")
    let named = try registry.perform(
      identifier: "configured", path: .push(from: window), userInfo: ["from": "name"])
    #expect((named.destination as? Editor)?.title == "name 0")

    #expect(try registry.router(to: .notes)?.makeDestination(userInfo: ["from": "disk"]).name == "disk")
    let importer = try #require(registry.router(to: ServiceModule<any ImportModuleConfig>()))
    let store = try importer.makeDestination(as: Service<any RequiredStore>(), userInfo: ["from": "disk"]) {
      $0.source = "a"
    }
    #expect(store.name == "disk a")
  }

  @Test func `an object made elsewhere is prepared with user info`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View(.editor)
      } prepare: { editor, routes in
        editor.title += origin(routes)
      }
      Route(MemoryDraft.self) {
        Service<any Draft>()
      } make: {
        MemoryDraft()
      } prepare: { draft, routes in
        draft.text += origin(routes)
      }
    }
    let editor = try #require(registry.router(to: .editor))
    #expect(try editor.prepare(Editor()).title == "nowhere")
    let prepared = try editor.prepare(Editor(), userInfo: ["from": "menu"]) { $0.title = "the " }
    #expect(prepared.title == "the menu")
    let shown = try editor.perform(on: Editor(), .push(from: window), userInfo: ["from": "key"])
    #expect(shown.destination?.title == "key")
    let draft = try #require(registry.router(to: Service<any Draft>()))
    #expect(try draft.prepare(MemoryDraft(), userInfo: ["from": "disk"]).text == "disk")
  }

  // MARK: - Objects made elsewhere

  /// Returns a router to a route that prepares an editor with its configuration and the caller's values.
  private func preparingRouter() throws -> ModuleRouter<RoutableViewModule<any EditorModuleConfig>> {
    let registry = try Registry {
      ReportsErrors { log.append("\($0.code)") }
      Observes { log.append($0.phase.word) }
      Intercepts(immediately: { attempt in
        log.append("\((attempt.configuration as? EditorConfiguration)?.note?.id ?? 0)")
        return .proceed
      })
      Route(Editor.self, configuration: EditorConfiguration.init) {
        ViewModule(.editorModule)
      } make: { _, _ in
        log.append("make")
        return Editor()
      } prepare: { editor, configuration, routes in
        editor.title += " \(configuration.note?.id ?? 0) \(origin(routes))"
      }
    }
    return try ModuleRouter(to: .editorModule, in: registry)
  }

  @Test func `an object made elsewhere is shown with a configuration, and keeps its given type`() async throws
  {
    let (module, editor) = (try preparingRouter(), Editor())
    let active: ActiveRoute<Editor> = try module.perform(
      on: editor, .push(from: window), userInfo: ["from": "menu"]
    ) { module, route in
      module.note = Note(id: 7)
      route.animated = false
      route.prepareDestination = { $0.title = "given" }
    }
    #expect(try await active.completed() === editor && editor.title == "given 7 menu")
    #expect(log.all == ["7", "willPerform", "didPerform"])
    #expect(window.presenter.calls == ["validate push", "show push at once"])
    let input: any EditorInput = Editor()
    let made: ActiveRoute<any EditorInput> = try module.perform(on: input, .makeDestination)
    #expect(made.destination === input && input.title == " 0 nowhere")
    let any = try module.perform(on: Editor() as Any, .makeDestination) { _, route in
      route.prepareDestination = { ($0 as? Editor)?.title = "any" }
    }
    #expect((any.destination as? Editor)?.title == "any 0 nowhere")
  }

  @Test func `an object that the route doesn't make is refused`() throws {
    let module = try preparingRouter()
    let problem = error { try module.perform(on: HeadingEditor(Editor()), .push(from: window)) }
    #expect(problem?.message == "a value of type HeadingEditor was found where Editor is expected")
    #expect(problem?.code == .destinationMismatch && window.presenter.calls == ["validate push"])
    #expect(log.all == ["0", "destinationMismatch", "failed(destinationMismatch)"])
    let replaced = error {
      try module.perform(on: Editor() as any EditorInput, .push(from: window)) { _, route in
        route.prepareDestination = { $0 = OtherEditor() }
      }
    }
    #expect(replaced?.code == .destinationMismatch && replaced?.message.contains("OtherEditor") == true)
  }

  @Test(arguments: [false, true])
  func `the active route doesn't retain the configuration after an attempt`(fails: Bool) throws {
    let registry = try Registry {
      Route(Editor.self, configuration: { HandlerConfiguration() }) {
        ViewModule(.handlerModule)
      } make: { _, _ in
        Editor()
      }
    }
    weak var captured: Editor?
    window.presenter.isPrompt = false
    let active = try registry.perform(to: .handlerModule, path: .push(from: window)) { module, _ in
      let editor = Editor()
      captured = editor
      module.onSave = { editor.title = "saved" }
    }
    #expect(active.state == .routing && captured != nil)
    window.presenter.complete(fails ? Failure(description: "stuck") : nil)
    #expect(active.state == (fails ? .unrouted : .routed) && captured == nil)
  }

  // MARK: - Adapters

  @Test func `redirecting to an adapted token shows the adapted view`() async throws {
    let registry = try Registry {
      Route(Editor.self) { View(.editor) }
      Adapter(View<any HeadingInput>(), for: View(.editor)) { HeadingEditor($0) }
      Route(ShownPreview.self) {
        View<any PreviewInput>()
        Intercepts { _ in .redirect(to: RoutableView<any HeadingInput>()) }
      }
    }
    let active = try registry.perform(to: View<any PreviewInput>(), path: .push(from: window))
    _ = try? await active.completed()
    #expect(active.redirection?.destination is HeadingEditor)
    #expect(window.presenter.shown.map { $0.destination is HeadingEditor } == [true])
    let any = try AnyRouter(to: View<any HeadingInput>(), in: registry)
    let replaced = error { try any.perform(.makeDestination) { $0.prepareDestination = { $0 = 7 } } }
    #expect(replaced?.message.contains("Int") == true)
  }
}
