import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("Removing destinations")
struct RemovingTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }
  private let stuck = Failure(description: "stuck")

  /// Returns a registry with an editor and an observer.
  private func registry(
    observing observe: @escaping @MainActor @Sendable (RouteEvent) -> Void = { _ in }
  ) throws -> Registry {
    try Registry {
      Observes(observe)
      Route(Editor.self) {
        View(.editor)
        URLPattern("notes://editor")
      }
    }
  }

  private func shown() throws -> ActiveRoute<any EditorInput> {
    let registry = try registry { [log] in
      log.append("observed \($0.phase.word)\($0.duration == nil ? "" : " in time")")
    }
    let active = try registry.perform(to: .editor, path: .push(from: window)) {
      $0.onStateChange = { log.append("\($0) → \($1)") }
    }
    log.clear()
    return active
  }

  @Test func `a removal is reported in order`() async throws {
    let active = try shown()
    presenter.isPrompt = false
    try active.remove { [log] options in
      options.animated = false
      options.prepareDestination = {
        $0.title = "going"
        log.append("prepared")
      }
      options.onSuccess = { log.append("success") }
    }
    #expect(active.state == .removing)
    let waiting = Task {
      try await active.removed()
      log.append("removed")
    }
    await Task.yield()
    presenter.complete()
    try await inTime { try await waiting.value }
    #expect(
      log.all == [
        "routed → removing", "prepared", "observed willRemove", "removing → removed",
        "observed didRemove in time", "success", "removed",
      ])
    #expect(presenter.calls.last == "remove push at once" && active.destination == nil)
  }

  @Test func `a removal without its source says so`() throws {
    var window: ScriptedWindow? = ScriptedWindow()
    let presenter = window?.presenter
    let active = try registry().perform(to: .editor, path: .push(from: #require(window)))
    window = nil
    let problem = error { try active.remove() }
    #expect(problem?.code == .actionFailed && problem?.message.contains("was deallocated") == true)
    withExtendedLifetime(presenter) {}
  }

  /// The callback of the presentation removes the view itself, or tells the presenter to.
  @Test(arguments: [false, true])
  func `a view that its caller's callback removes was shown first`(bySwipe: Bool) throws {
    let registry = try registry { [log, presenter] in log.append("\($0.phase.word) \(presenter.shown.count)")
    }
    presenter.isPrompt = false
    var active: ActiveRoute<any EditorInput>?
    active = try registry.perform(to: .editor, path: .push(from: window)) {
      $0.onStateChange = { [presenter] _, state in
        guard state == .routed else { return }
        if bySwipe { presenter.swipeBack() } else { try? active?.remove() }
      }
    }
    presenter.isPrompt = true
    presenter.complete()
    // Observers hear of the removal before the presenter does.
    let events = bySwipe ? ["didPerform 0", "didRemove 0"] : ["didPerform 1", "willRemove 1", "didRemove 0"]
    #expect(log.all == ["willPerform 0"] + events)
  }

  /// Until its removal, the route retains a destination that is only made, but not one that a presenter shows.
  @Test(arguments: [false, true])
  func `observers receive the view that replaces another one before its removal`(isMade: Bool) throws {
    let replacement = isMade ? nil : Editor()
    let registry = try registry { [log] in
      log.append("\($0.phase.word) \(($0.destination as? Editor)?.title ?? "nothing")")
    }
    let path = isMade ? RoutePath.makeDestination : .push(from: window)
    let active = try registry.perform(to: .editor, path: path)
    log.clear()
    try active.remove { options in
      options.prepareDestination = {
        $0 = replacement ?? Editor()
        $0.title = "going"
      }
    }
    #expect(log.all == ["willRemove going", "didRemove going"])
    #expect(active.state == .removed && active.destination == nil)
    guard !isMade else { return }
    try active.perform()
    presenter.isPrompt = false
    try active.remove { $0.prepareDestination = { $0 = Editor() } }
    #expect(active.destination == nil, "only the presenter would retain it")
  }

  @Test(arguments: [false, true])
  func `a view that goes while its removal begins is removed once`(isPrepared: Bool) async throws {
    let registry = try registry { [log, presenter] event in
      log.append(event.phase.word)
      if !isPrepared, case .willRemove = event.phase { presenter.swipeBack() }
    }
    let active = try registry.perform(to: .editor, path: .push(from: window))
    let calls = presenter.calls
    log.clear()
    try active.remove { options in
      if isPrepared { options.prepareDestination = { _ in window.presenter.swipeBack() } }
      options.onSuccess = { log.append("success") }
    }
    #expect(active.state == .removed)
    #expect(log.all == (isPrepared ? [] : ["willRemove"]) + ["didRemove", "success"])
    #expect(presenter.calls == calls)
    // No change of the window is in progress.
    let navigator = Navigator(from: window, in: registry)
    try await inTime { try await navigator.open("notes://editor") }
    #expect(navigator.screens.count == 1)
  }

  @Test(arguments: [false, true])
  func `a later removal makes the failure of an earlier one obsolete`(succeeds: Bool) async throws {
    let active = try shown()
    presenter.failure = stuck
    try active.remove()
    presenter.failure = succeeds ? nil : Failure(description: "still stuck")
    presenter.isPrompt = false
    try active.remove()
    let waiting = Task { try await active.removed() }
    await Task.yield()
    presenter.complete(presenter.failure)
    let result = await waiting.result
    #expect(((try? result.get()) != nil) == succeeds)
    guard !succeeds else { return #expect(active.state == .removed) }
    // The wait has received the failure, so another wait doesn't.
    presenter.failure = nil
    let again = Task { try await active.removed() }
    await Task.yield()
    presenter.swipeBack()
    try await inTime { try await again.value }
  }

  @Test(arguments: ["remove", "swipe", "failure", "late failure"])
  func `an active route releases its caller's closures at its end`(end: String) throws {
    final class Caller {}
    weak var released: Caller?
    presenter.isPrompt = end != "late failure"
    let active = try shown()
    do {
      let caller = Caller()
      released = caller
      active.options.onSuccess = { _ in _ = caller }
      active.options.onFailure = { _ in _ = caller }
      active.options.onStateChange = { _, _ in _ = caller }
      active.options.prepareDestination = { _ in _ = caller }
      active.options.configureRemoval = { _ in _ = caller }
    }
    switch end {
    case "remove": try active.remove()
    case "swipe": presenter.swipeBack()
    case "late failure": presenter.complete(stuck)
    default:
      presenter.failure = stuck
      try active.remove()
      #expect(released != nil, "the destination is still shown")
      presenter.failure = nil
      try active.remove()
    }
    #expect(released == nil && [.removed, .unrouted].contains(active.state))
    (presenter.isPrompt, presenter.failure) = (true, nil)
    try active.perform()
    #expect(active.state == .routed && active.options.onStateChange != nil)
  }

  // MARK: - Default options

  /// Shows an editor with default options for its removals.
  private func shownWithDefaults() throws -> ActiveRoute<any EditorInput> {
    try registry().perform(to: .editor, path: .push(from: window)) { route in
      log.append("configuring")
      route.configureRemoval = { options in
        options.animated = false
        options.prepareDestination = {
          $0.title = "going"
          log.append("prepared")
        }
        options.onSuccess = { log.append("success") }
        options.onFailure = { log.append("failed: \($0.code)") }
      }
    }
  }

  @Test func `a removal has the defaults of its perform`() async throws {
    let active = try shownWithDefaults()
    presenter.isRemovable = false
    #expect(!active.canRemove)
    let refused = #expect(throws: RouteError.self) { try active.remove() }
    #expect(refused?.remedy == "check canRemove first, because another view is usually shown above it")
    #expect(log.all == ["configuring", "failed: actionFailed"] && active.state == .routed)
    presenter.isRemovable = true
    log.clear()
    try active.remove()
    #expect(log.all == ["prepared", "success"] && presenter.calls.last == "remove push at once")
    try active.perform()
    #expect(try await active.leave())
    #expect(log.all.suffix(3) == ["configuring", "prepared", "success"])
    // A removal can change the defaults.
    try active.perform()
    log.clear()
    try active.remove { [log] options in
      #expect(!options.animated)
      options.animated = true
      options.prepareDestination = nil
      options.onSuccess = { log.append("own success") }
    }
    #expect(log.all == ["own success"] && presenter.calls.last == "remove push")
    // The user removes the screen, not the program, so the removal needs no preparation.
    try active.perform()
    log.clear()
    presenter.swipeBack()
    #expect(active.state == .removed && log.all == [])
  }

  /// A navigator decides about the animation only, and follows the caller's other options.
  @Test func `a navigator removes with the defaults`() async throws {
    let navigator = Navigator(from: window, in: try Registry {})
    let active = try shownWithDefaults()
    presenter.failure = stuck
    await #expect(throws: Navigator.Failure.self) { try await navigator.back() }
    presenter.failure = nil
    try await navigator.back()
    #expect(active.state == .removed)
    #expect(log.all == ["configuring", "prepared", "failed: actionFailed", "prepared", "success"])
    #expect(presenter.calls.last == "remove push")
  }

  // MARK: - Failures

  @Test func `a failed removal restores the state, and the next wait throws its error once`() async throws {
    let active = try shown()
    presenter.failure = stuck
    try active.remove { [log] options in
      options.onSuccess = { log.append("success") }
      options.onFailure = { log.append("failed: \($0.code)") }
    }
    #expect(active.state == .routed && active.destination != nil)
    #expect(
      log.all.suffix(3) == ["removing → routed", "failed: actionFailed", "observed failed(actionFailed)"])
    let error = await #expect(throws: RouteError.self) { try await inTime { try await active.removed() } }
    #expect(error?.code == .actionFailed && error?.underlying is Failure)
    let waiting = Task { try await active.removed() }
    await Task.yield()
    // A removal by the user doesn't call the callbacks of the failed one.
    log.clear()
    presenter.swipeBack()
    #expect(active.state == .removed && log.all == ["routed → removed", "observed didRemove"])
    try await inTime { try await waiting.value }
  }

  @Test func `a failing preparation keeps the destination shown`() async throws {
    let active = try shown()
    let waiting = Task { try await active.removed() }
    for _ in 0..<10 { await Task.yield() }
    let error = #expect(throws: RouteError.self) {
      try active.remove { $0.prepareDestination = { _ in throw Failure(description: "unsaved") } }
    }
    #expect(error?.code == .preparationFailed && active.state == .routed)
    #expect(!presenter.calls.contains("remove push"))
    await #expect(throws: try #require(error)) { try await inTime { try await waiting.value } }
  }

  @Test func `a destination is shown again only after its removal, and removed only while it is shown`()
    throws
  {
    presenter.isPrompt = false
    let active = try shown()
    #expect(active.state == .routing && active.destination != nil && !active.canRemove)
    let early = #expect(throws: RouteError.self) { try active.remove() }
    #expect(early?.message.hasSuffix("cannot be removed before it is shown") == true)
    #expect(early?.remedy == "await completed() first")
    #expect(active.state == .routing && presenter.calls == ["validate push", "show push"])
    #expect(!active.canPerform)
    presenter.complete()
    #expect(active.canRemove && !active.canPerform)
    #expect(error { try active.perform() }?.remedy == "remove it first" && active.state == .routed)
    try active.remove()
    #expect(active.state == .removing && !active.canRemove && !active.canPerform)
    let late = #expect(throws: RouteError.self) { try active.remove() }
    #expect(late?.message.hasSuffix("is already being removed") == true)
    #expect(late?.remedy == "await removed()")
    presenter.complete()
    log.clear()
    let again = #expect(throws: RouteError.self) {
      try active.remove { [log] in $0.onFailure = { log.append("failed: \($0.code)") } }
    }
    #expect(again?.message.hasSuffix("was already removed") == true && again?.code == .actionFailed)
    #expect(
      again?.remedy == """
        check that its state is routed first
        ignore this error if the destination only has to be gone
        """)
    #expect(log.all == ["failed: actionFailed", "observed failed(actionFailed)"])
    #expect(active.state == .removed && !active.canRemove && active.canPerform)
    presenter.refusal = RouteError(.unsupportedPath, "not now")
    #expect(!active.canPerform && active.state == .removed)
  }

  @Test func `a deallocated destination is removed immediately`() throws {
    let active = try shown()
    presenter.forgetAll()
    try active.remove { [log] in $0.onSuccess = { log.append("success") } }
    #expect(log.all == ["routed → removed", "observed didRemove", "success"])
    #expect(active.state == .removed)
  }

  @Test func `observers get the events of a view that a callback shows again after its removal`() throws {
    let views = Log()
    var first: ObjectIdentifier?
    let registry = try Registry {
      Observes { event in
        let view = event.destination.map { ObjectIdentifier($0 as AnyObject) }
        views.append("\(event.phase.word) \(view == first ? "first" : "second")")
      }
      Route(Editor.self) { View(.editor) }
    }
    var active: ActiveRoute<any EditorInput>?
    var isAgain = false
    active = try registry.perform(to: .editor, path: .push(from: window)) {
      $0.onStateChange = { _, state in
        guard state == .removed, !isAgain else { return }
        isAgain = true
        try? active?.perform()
      }
    }
    let destination = try #require(active?.destination)
    first = ObjectIdentifier(destination)
    views.clear()
    presenter.swipeBack()
    #expect(active?.state == .routed && active?.destination != nil)
    #expect(views.all == ["didRemove first", "willPerform second", "didPerform second"])
  }

  /// Some toolkits report the end of an interrupted animation later, and some never.
  @Test func `a removal by the user during a removal counts once`() throws {
    let active = try shown()
    presenter.isPrompt = false
    let transition = try #require(presenter.shown.last)
    try active.remove { [log] in $0.onSuccess = { log.append("success") } }
    let completion = try #require(presenter.waiting.first)
    transition.wasRemoved()
    transition.wasRemoved()
    presenter.complete()
    #expect(active.state == .removed)
    let events = [
      "routed → removing", "observed willRemove", "removing → removed", "observed didRemove", "success",
    ]
    #expect(log.all == events)
    completion(nil)
    #expect(log.all == events + ["observed failed(actionFailed)"])
  }
}
