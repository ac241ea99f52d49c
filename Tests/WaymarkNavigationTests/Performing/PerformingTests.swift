import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

@MainActor
@Suite("Showing destinations")
struct PerformingTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }
  private let stuck = Failure(description: "stuck")

  /// A registry with an editor that observers log.
  private func registry() throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        Observes { [log] in log.append("observed \($0.phase.word)") }
      } prepare: { [log] editor, _ in
        log.append("route prepares \(editor.title)")
      }
    }
  }

  private func perform(
    along path: RoutePath? = nil,
    configuring: @escaping @MainActor (inout PerformOptions<any EditorInput>) -> Void = { _ in }
  ) throws -> ActiveRoute<any EditorInput> {
    try registry().perform(to: .editor, path: path ?? .push(from: window), configuring: configuring)
  }

  @Test func `a success is reported in order`() async throws {
    presenter.isPrompt = false
    let active = try perform { [log] route in
      log.append("configuring")
      route.animated = false
      route.prepareDestination = {
        log.append("caller prepares")
        $0.title = "new"
      }
      route.onStateChange = { log.append("\($0) → \($1)") }
    }
    // The options may change until the presenter has finished.
    active.options.onSuccess = { [log] in log.append("succeeded with \($0.title)") }
    #expect(active.state == .routing && active.destination?.title == "new")
    let waiting = Task {
      let title = try await active.completed().title
      log.append("completed with \(title)")
    }
    await Task.yield()
    presenter.complete()
    try await inTime { try await waiting.value }
    #expect(
      log.all == [
        "configuring", "unrouted → routing", "caller prepares", "route prepares new", "observed willPerform",
        "routing → routed", "observed didPerform", "succeeded with new", "completed with new",
      ])
    #expect(presenter.calls == ["validate push", "show push at once"] && active.state == .routed)
  }

  @Test func `a failure of the presenter restores the state`() async throws {
    presenter.isPrompt = false
    let active = try perform { [log] in $0.onFailure = { log.append("failed: \($0.code)") } }
    let waiting = Task { _ = try await active.completed() }
    await Task.yield()
    presenter.complete(Failure(description: "no window"))
    let error = await #expect(throws: RouteError.self) { _ = try await inTime { try await waiting.value } }
    let expected = "the presenter could not show Editor (WaymarkNavigationTests/PerformingTests.swift:"
    #expect(error?.message.hasPrefix(expected) == true)
    #expect(error?.message.hasSuffix("no window (Failure)") == true)
    #expect(active.state == .unrouted && active.destination == nil)
    #expect(log.all.suffix(2) == ["failed: actionFailed", "observed failed(actionFailed)"])
    #expect(await active.completionError() == error)
  }

  @Test func `nothing retains an active route after a failure of the presenter`() throws {
    presenter.failure = stuck
    var active: ActiveRoute<any EditorInput>? = try perform()
    weak let remains = active
    #expect(remains?.state == .unrouted)
    active = nil
    #expect(remains == nil)
  }

  @Test func `an error of the presenter names the route that it was to show or remove`() async throws {
    let refusal = RouteError(.invalidSource, "no stack", remedy: "add one")
    presenter.refusal = refusal
    let expected = """
      no stack [invalidSource]
          while trying to show Editor (line)
          To fix: add one
      """
    let refused = error { _ = try perform() }
    #expect(refused?.description.withoutPlaces == expected && refused == refusal)
    presenter.refusal = nil
    presenter.failure = refusal
    #expect(await (try perform()).completionError()?.description.withoutPlaces == expected)
    presenter.failure = nil
    let active = try perform()
    presenter.failure = refusal
    var kept: RouteError?
    try? active.remove { $0.onFailure = { kept = $0 } }
    #expect(kept?.description.withoutPlaces == expected.replacing("show", with: "remove"))
  }

  /// A registry with an editor, a preview, and a store that are shown along some kinds of path or along none.
  private func limitedRegistry() throws -> Registry {
    try Registry {
      Intercepts(immediately: { [log] _ in
        log.append("asked")
        return .proceed
      })
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View(.editor)
        ViewModule(.editorModule)
        Supports(.push, .present)
      } make: { [log] _, _ in
        log.append("made")
        return Editor()
      }
      Route(ShownPreview.self) {
        View<any PreviewInput>()
        Supports()
      }
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("store")
      }
    }
  }

  @Test func `an unsupported path is refused before interceptors are asked and the view is made`() throws {
    let registry = try limitedRegistry()
    func message(_ perform: () throws -> Void) -> String? {
      let problem = error(of: perform)
      #expect(problem?.code == .unsupportedPath && log.all.isEmpty && presenter.calls.isEmpty)
      return problem?.message.replacing(/^.*cannot/, with: "cannot")
    }
    let preview = View<any PreviewInput>()
    #expect(
      message { try registry.perform(to: .editor, path: .sheet(from: window)) }
        == "cannot be shown along sheet, only along push, present")
    #expect(
      message { try registry.perform(to: preview, path: .push(from: window)) }
        == "cannot be shown along push, only along makeDestination")
    let service = error { try registry.perform(identifier: "store", path: .push(from: window)) }
    #expect(
      service?.message.withoutPlaces == "MemoryStore (line) is a service and cannot be shown along push")
    #expect(
      service?.remedy
        == "request it with makeDestination(to:)\nmake it from its URL with makeDestination(for:)")
    #expect(message { try registry.perform(to: .editor, path: .custom(.tab, from: window)) } != nil)
    try registry.perform(to: .editor, path: .present(from: window))
    try registry.perform(to: .editor, path: .makeDestination)
    #expect(log.all.filter { $0 == "made" }.count == 2)
    #expect(presenter.calls == ["validate present", "show present"])
    #expect(try registry.perform(to: preview, path: .makeDestination).state == .routed)
    #expect(try registry.perform(identifier: "store", path: .makeDestination).destination is MemoryStore)
  }

  @Test func `canPerform answers for a token and a path, and asks only the presenter`() throws {
    let registry = try limitedRegistry()
    let gone = RoutePath.push(from: ScriptedWindow())
    let paths: [RoutePath] = [.push(from: window), .popover(from: window), .makeDestination, gone]
    #expect(paths.map { registry.canPerform(to: .editor, path: $0) } == [true, false, true, false])
    #expect(paths.map { registry.canPerform(to: .editorModule, path: $0) } == [true, false, true, false])
    #expect(!paths.contains { registry.canPerform(to: View<any HeadingInput>(), path: $0) })
    for router in [registry.anyRouter(to: Service<any NoteStore>()), registry.router(identifier: "store")] {
      #expect(paths.map { router?.canPerform($0) } == [false, false, true, false])
    }
    presenter.refusal = RouteError(.unsupportedPath, "not now")
    #expect(!registry.canPerform(to: .editor, path: .push(from: window)))
    #expect(log.all.isEmpty && presenter.shown.isEmpty)
  }

  @Test func `a destination can be made again, and a failure keeps the first one`() async throws {
    let count = Counter()
    let registry = try Registry {
      Route(Editor.self) {
        View(.editor)
      } make: {
        count.increment()
        if count.value == 2 { throw Failure(description: "no paper") }
        return Editor()
      }
    }
    let active = try registry.perform(to: .editor, path: .makeDestination)
    let waiting = Task { try await active.removed() }
    for _ in 0..<10 { await Task.yield() }
    #expect(throws: RouteError.self) { try active.perform() }
    let first = try #require(active.destination)
    try active.perform()
    #expect(active.state == .routed && active.destination != nil && active.destination !== first)
    // The failure doesn't end the wait for the removal.
    try active.remove()
    try await inTime { try await waiting.value }
  }

  @Test func `a destination made elsewhere is prepared like a new one, and isn't retained`() throws {
    weak var remains: Editor?
    let active: ActiveRoute<any EditorInput>
    do {
      let editor = Editor()
      remains = editor
      active = try DestinationRouter(to: .editor, in: registry()).perform(on: editor, .push(from: window)) {
        $0.prepareDestination = { $0.title = "given" }
      }
      #expect(active.destination === editor)
    }
    #expect(log.all == ["route prepares given", "observed willPerform", "observed didPerform"])
    presenter.forgetAll()
    #expect(remains == nil)
    let problem = error { try active.perform() }
    #expect(problem?.message.hasSuffix("was deallocated before it could be used") == true)
  }

  @Test(arguments: [false, true])
  func `a closure that fails causes one error with its cause`(isConfiguration: Bool) throws {
    let registry = try Registry {
      Observes { log.append("observed \($0.phase.word)") }
      Route(
        Editor.self,
        configuration: { () throws -> EditorConfiguration in
          if isConfiguration { throw stuck }
          return EditorConfiguration()
        }
      ) {
        ViewModule(.editorModule)
      } make: { _, _ in
        throw stuck
      }
    }
    let problem = error {
      try registry.perform(to: .editorModule, path: .push(from: window)) { _, options in
        options.onFailure = { log.append("failed: \($0.code)") }
      }
    }
    #expect(
      problem?.message
        == "the \(isConfiguration ? "configuration" : "factory") of Editor failed: stuck (Failure)")
    #expect(problem?.underlying is Failure)
    #expect(
      log.all == (isConfiguration ? [] : ["failed: factoryFailed"]) + ["observed failed(factoryFailed)"])
    #expect(presenter.calls == (isConfiguration ? [] : ["validate push"]))
  }

  @Test func `the program can choose a destination at run time, by its token or identifier`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View(.editor)
        Identifier("editor")
      }
    }
    let next: any Routable = View(.editor)
    let path = RoutePath.custom(.init("split"), from: window, details: 0.5)
    let chosen = try #require(registry.anyRouter(to: next)).perform(path)
    #expect(chosen.destination is Editor && presenter.shown.last?.path.details as? Double == 0.5)
    #expect(registry.anyRouter(to: View<any PreviewInput>()) == nil)
    let named = try registry.perform(identifier: "editor", path: .push(from: window))
    #expect(named.destination is Editor && presenter.shown.count == 2)
    let made = try Registry.withCurrent(registry) {
      try Router.perform(identifier: "editor", path: .makeDestination) {
        $0.prepareDestination = { ($0 as? Editor)?.title = "prepared" }
      }
    }
    #expect((made.destination as? Editor)?.title == "prepared")
    let problem = error { _ = try registry.perform(identifier: "edtor", path: .push(from: window)) }
    #expect(problem?.code == .unregistered && problem?.remedy == "did you mean \"editor\"?")
  }
}
