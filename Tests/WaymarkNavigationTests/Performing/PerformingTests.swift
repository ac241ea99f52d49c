import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

@MainActor
@Suite("Showing destinations")
struct PerformingTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private var presenter: ScriptedPresenter { window.presenter }

  /// A registry with an editor that observers log.
  private func registry(_ log: Log = Log()) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
        Observes { log.append("observed \($0.phase.word)") }
      } prepare: { editor, _ in
        log.append("route prepares \(editor.title)")
      }
    }
  }

  @Test func `a success is reported in order`() async throws {
    let log = Log()
    presenter.isPrompt = false
    let active = try #require(try registry(log).router(to: View<any EditorInput>())).perform(
      .push(from: window)
    ) {
      route in
      log.append("configuring")
      route.animated = false
      route.prepareDestination = {
        log.append("caller prepares")
        $0.title = "new"
      }
      route.onStateChange = { log.append("\($0) → \($1)") }
      route.onSuccess = { log.append("succeeded with \($0.title)") }
    }
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
    #expect(presenter.calls == ["validate push", "show push at once"])
    #expect(active.state == .routed)
  }

  @Test func `a failure of the presenter restores the state`() async throws {
    let log = Log()
    presenter.isPrompt = false
    let active = try #require(try registry(log).router(to: View<any EditorInput>())).perform(
      .push(from: window)
    ) {
      $0.onFailure = { log.append("failed: \($0.code)") }
    }
    let waiting = Task { _ = try await active.completed() }
    await Task.yield()
    presenter.complete(Failure(description: "no window"))
    let error = await #expect(throws: RouteError.self) { _ = try await inTime { try await waiting.value } }
    #expect(
      error?.message.hasPrefix(
        "the presenter could not show Editor (WaymarkNavigationTests/PerformingTests.swift:") == true)
    #expect(error?.message.hasSuffix("no window (Failure)") == true)
    #expect(active.state == .unrouted && active.destination == nil)
    #expect(log.all.suffix(2) == ["failed: actionFailed", "observed failed(actionFailed)"])
    await #expect(throws: try #require(error)) { _ = try await inTime { try await active.completed() } }
  }

  @Test func `nothing retains an active route after a failure of the presenter`() throws {
    presenter.failure = Failure(description: "no window")
    let router = try #require(try registry().router(to: View<any EditorInput>()))
    var active: ActiveRoute<any EditorInput>? = try router.perform(.push(from: window))
    weak let remains = active
    #expect(remains?.state == .unrouted)
    active = nil
    #expect(remains == nil)
  }

  @Test func `an unsupported path is refused before the view is made`() throws {
    let count = Counter()
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Supports(.push, .present)
      } make: {
        count.increment()
        return Editor()
      }
    }
    let router = try #require(registry.router(to: View<any EditorInput>()))
    let error = #expect(throws: RouteError.self) { try router.perform(.sheet(from: window)) }
    #expect(error?.code == .unsupportedPath)
    #expect(error?.message.hasSuffix("cannot be shown along sheet, only along push, present") == true)
    #expect(error?.remedy == "use one of these\nadd .sheet to the route's Supports(…)")
    #expect(count.value == 0 && presenter.calls.isEmpty)
    try router.perform(.present(from: window))
    try router.perform(.makeDestination)
    #expect(count.value == 2 && presenter.calls == ["validate present", "show present"])
  }

  @Test func `a route can support no path`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Supports()
      }
    }
    let router = try #require(registry.router(to: View<any EditorInput>()))
    let error = #expect(throws: RouteError.self) { try router.perform(.push(from: window)) }
    #expect(error?.message.hasSuffix("cannot be shown along push, only along makeDestination") == true)
    #expect(try router.perform(.makeDestination).state == .routed)
  }

  @Test func `the presenter can refuse a path`() throws {
    let log = Log()
    let refusal = RouteError(.unsupportedPath, "only pushes")
    presenter.refusal = refusal
    let router = try #require(try registry(log).router(to: View<any EditorInput>()))
    #expect(throws: refusal) { try router.perform(.sheet(from: window)) }
    #expect(presenter.calls == ["validate sheet"])
    #expect(log.all == ["observed failed(unsupportedPath)"])
  }

  @Test func `a shown destination isn't shown again`() throws {
    presenter.isPrompt = false
    let router = try #require(try registry().router(to: View<any EditorInput>()))
    let active = try router.perform(.push(from: window))
    let early = #expect(throws: RouteError.self) { try active.perform() }
    #expect(early?.code == .alreadyPerforming && active.state == .routing)
    presenter.complete()
    let late = #expect(throws: RouteError.self) { try active.perform() }
    #expect(late?.code == .actionFailed && late?.remedy == "remove it first" && active.state == .routed)
  }

  @Test func `a destination that was only made can be made again`() async throws {
    let router = try #require(try registry().router(to: View<any EditorInput>()))
    let active = try router.perform(.makeDestination)
    let first = try await inTime { try await active.completed() }
    try active.perform()
    #expect(try await inTime { try await active.completed() } !== first)
    #expect(presenter.calls.isEmpty)
  }

  @Test func `a failure to make a destination again keeps the first one`() async throws {
    let count = Counter()
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
      } make: {
        count.increment()
        if count.value > 1 { throw Failure(description: "no paper") }
        return Editor()
      }
    }
    let active = try #require(registry.router(to: View<any EditorInput>())).perform(.makeDestination)
    let waiting = Task { try await active.removed() }
    for _ in 0..<10 { await Task.yield() }
    #expect(throws: RouteError.self) { try active.perform() }
    #expect(active.state == .routed && active.destination != nil)
    // The failure doesn't end the wait for the removal.
    try active.remove()
    try await inTime { try await waiting.value }
  }

  @Test func `a removed destination is shown again with fresh options`() throws {
    let log = Log()
    let router = try #require(try registry().router(to: View<any EditorInput>()))
    let active = try router.perform(.push(from: window)) { route in
      log.append("configuring")
      route.onSuccess = { _ in log.append("success") }
    }
    try active.remove()
    try active.perform()
    #expect(log.all == ["configuring", "success", "configuring", "success"])
    #expect(presenter.shown.count == 1)
  }

  @Test func `a second completion is ignored and reported`() throws {
    let log = Log()
    presenter.isPrompt = false
    let router = try #require(try registry(log).router(to: View<any EditorInput>()))
    let active = try router.perform(.push(from: window))
    let completion = try #require(presenter.waiting.first)
    completion(nil)
    completion(Failure(description: "late"))
    completion(nil)
    #expect(active.state == .routed)
    #expect(log.all.suffix(2) == ["observed failed(actionFailed)", "observed failed(actionFailed)"])
  }

  @Test func `a callback set before the completion is called`() throws {
    presenter.isPrompt = false
    let log = Log()
    let active = try #require(try registry().router(to: View<any EditorInput>())).perform(.push(from: window))
    active.options.onSuccess = { _ in log.append("late") }
    presenter.complete()
    #expect(log.all == ["late"])
  }

  @Test func `only its presenter retains a shown object`() throws {
    let router = try #require(try registry().router(to: View<any EditorInput>()))
    let active = try router.perform(.push(from: window))
    #expect(active.destination != nil)
    presenter.isPrompt = false
    // The screen disappears without a report.
    presenter.forgetAll()
    #expect(active.destination == nil && active.state == .routed)
    try active.perform()
    #expect(active.state == .routing)
  }

  @Test func `a shown value is kept until its removal`() throws {
    let token = View<String>(declaredProtocol: String.self)
    let registry = try Registry {
      Route(String.self) {
        token
      } make: {
        "hello"
      }
    }
    let active = try #require(registry.router(to: token)).perform(.push(from: window)) {
      $0.prepareDestination = { $0 += " world" }
    }
    #expect(
      active.destination == "hello world" && presenter.shown.last?.destination as? String == "hello world")
    try active.remove()
    #expect(active.destination == nil)
  }

  @Test func `a destination made elsewhere is prepared like a new one`() throws {
    let log = Log()
    let editor = Editor()
    let active = try #require(try registry(log).router(to: View<any EditorInput>()))
      .perform(on: editor, .push(from: window)) { $0.prepareDestination = { $0.title = "given" } }
    #expect(active.destination === editor)
    #expect(log.all == ["route prepares given", "observed willPerform", "observed didPerform"])
  }

  @Test func `a destination made elsewhere isn't retained`() throws {
    weak var remains: Editor?
    let active: ActiveRoute<any EditorInput>
    do {
      let editor = Editor()
      remains = editor
      active = try #require(try registry().router(to: View<any EditorInput>())).perform(
        on: editor, .push(from: window))
      #expect(remains != nil)
    }
    presenter.forgetAll()
    #expect(remains == nil)
    let error = #expect(throws: RouteError.self) { try active.perform() }
    #expect(error?.message.hasSuffix("was deallocated before it could be used") == true)
  }

  @Test func `each perform fills the configuration`() throws {
    let log = Log()
    let registry = try Registry {
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      } make: { configuration, _ in
        let editor = Editor()
        editor.title = "note \(configuration.note?.id ?? 0)"
        return editor
      }
    }
    let active = try #require(registry.router(to: ViewModule<any EditorModuleConfig>()))
      .perform(.present(from: window)) { module, route in
        module.note = Note(id: 7)
        route.onSuccess = { log.append(($0 as? Editor)?.title ?? "none") }
      }
    // An active route holds the configuration no longer than the attempt.
    #expect(active.configuration == nil)
    try active.remove()
    try active.perform()
    #expect(log.all == ["note 7", "note 7"])
  }

  @Test func `a failure of the configuration restores the state`() throws {
    let log = Log()
    let registry = try Registry {
      Route(
        Editor.self,
        configuration: { () throws -> EditorConfiguration in throw Failure(description: "no defaults") }
      ) {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
        Observes { log.append("observed \($0.phase.word)") }
      } make: { _, _ in
        Editor()
      }
    }
    let router = try #require(registry.router(to: ViewModule<any EditorModuleConfig>()))
    let error = #expect(throws: RouteError.self) { try router.perform(.push(from: window)) }
    #expect(error?.message == "the configuration of Editor failed: no defaults (Failure)")
    #expect(log.all == ["observed failed(factoryFailed)"] && presenter.calls.isEmpty)
  }

  @Test func `a task that waits for removal receives the presentation's failure`() async throws {
    presenter.isPrompt = false
    let active = try #require(try registry().router(to: View<any EditorInput>())).perform(.push(from: window))
    let waiting = Task { try await active.removed() }
    for _ in 0..<10 { await Task.yield() }
    presenter.complete(Failure(description: "no window"))
    let error = await #expect(throws: RouteError.self) { _ = try await inTime { try await waiting.value } }
    #expect(
      error?.message.hasSuffix("no window (Failure)") == true)
  }

  @Test func `states are reported in order`() throws {
    let log = Log()
    presenter.refusal = RouteError(.unsupportedPath, "only pushes")
    let router = try #require(try registry().router(to: View<any EditorInput>()))
    _ = try? router.perform(.sheet(from: window)) { $0.onStateChange = { log.append("\($0) → \($1)") } }
    #expect(log.all == ["unrouted → routing", "routing → unrouted"])
  }

  @Test func `the program can choose a destination at run time`() throws {
    let registry = try registry()
    let next: any Routable = View<any EditorInput>()
    let active = try #require(registry.anyRouter(to: next)).perform(
      .custom(.init("split"), from: window, details: 0.5))
    #expect(active.destination is Editor)
    #expect(presenter.shown.last?.path.details as? Double == 0.5)
    #expect(registry.anyRouter(to: View<any PreviewInput>()) == nil)
  }

  @Test func `a service can only be made`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Identifier("store")
      }
    }
    let router = try #require(registry.router(identifier: "store"))
    let error = #expect(throws: RouteError.self) { try router.perform(.push(from: window)) }
    #expect(error?.message.hasSuffix("is a service and cannot be shown along push") == true)
    #expect(try router.perform(.makeDestination).destination is MemoryStore)
  }

  @Test func `an identifier shows its destination`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View<any EditorInput>()
        Identifier("editor")
      } make: { routes in
        let editor = Editor()
        editor.title = "note \(routes.userInfo["note"] ?? "none")"
        return editor
      }
    }
    let active = try registry.perform(identifier: "editor", path: .push(from: window), userInfo: ["note": 7])
    #expect((active.destination as? Editor)?.title == "note 7" && presenter.shown.count == 1)
    try Registry.withCurrent(registry) {
      let other = try Router.perform(identifier: "editor", path: .makeDestination) {
        $0.prepareDestination = { ($0 as? Editor)?.title += ", prepared" }
      }
      #expect((other.destination as? Editor)?.title == "note none, prepared")
    }
    let problem = error { _ = try registry.perform(identifier: "edtor", path: .push(from: window)) }
    #expect(
      problem?.description == """
        no route has Identifier("edtor") in this registry [unregistered]
            To fix: did you mean "editor"?
        """)
  }

  @Test func `a failing factory causes one error with its cause`() throws {
    let log = Log()
    let registry = try Registry {
      Observes { log.append("observed \($0.phase.word)") }
      Route(Editor.self) {
        View<any EditorInput>()
      } make: {
        throw Failure(description: "no paper")
      }
    }
    let error = #expect(throws: RouteError.self) {
      try #require(registry.router(to: View<any EditorInput>())).perform(.push(from: window)) {
        $0.onFailure = { log.append("failed: \($0.code)") }
      }
    }
    #expect(error?.message == "the factory of Editor failed: no paper (Failure)")
    #expect((error?.underlying as? Failure)?.description == "no paper")
    #expect(log.all == ["failed: factoryFailed", "observed failed(factoryFailed)"])
    #expect(presenter.calls == ["validate push"])
  }

  @Test func `a released source throws`() throws {
    var lost: ScriptedWindow? = ScriptedWindow()
    let path = RoutePath.push(from: try #require(lost))
    lost = nil
    let error = #expect(throws: RouteError.self) {
      try #require(try registry().router(to: View<any EditorInput>())).perform(path)
    }
    #expect(
      error?.remedy == "retain the source while something is shown from it, because a path does not retain it"
    )
  }

  @Test func `a waiting task can be canceled`() async throws {
    presenter.isPrompt = false
    let active = try #require(try registry().router(to: View<any EditorInput>())).perform(.push(from: window))
    let waiting = Task { _ = try await active.completed() }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await inTime { try await waiting.value } }
    presenter.complete()
    #expect(active.state == .routed, "the presenter's answer still counts")
  }

  @Test func `an active route streams its states`() async throws {
    let active = try #require(try registry().router(to: View<any EditorInput>())).perform(.push(from: window))
    let stream = active.states
    try active.remove()
    let states = try await inTime {
      var states: [RouteState] = []
      for await state in stream {
        states.append(state)
        if state == .removed { break }
      }
      return states
    }
    #expect(states == [.routed, .removing, .removed])
  }

  @Test func `a failed attempt after a lost view keeps no destination`() throws {
    let router = try #require(try registry().router(to: View<any EditorInput>()))
    let active = try router.perform(.push(from: window))
    presenter.forgetAll()
    presenter.failure = Failure(description: "stuck")
    try active.perform()
    #expect(active.destination == nil)
    presenter.failure = nil
    try active.perform()
    #expect(active.state == .routed && presenter.shown.count == 1)
  }
}
