import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

private struct ValueScreen { var title = "screen" }

extension RoutableView<ValueScreen> { fileprivate static var valueScreen: Self { declared() } }

@MainActor
@Suite("Waiting for presentations and removals, and their identity")
struct WaitingTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()
  private var presenter: ScriptedPresenter { window.presenter }

  private func registry() throws -> Registry {
    try Registry {
      Observes { log.append($0.phase.word) }
      Route({ ValueScreen() }) { View(.valueScreen) }
      Route(Editor.self) { View(.editor) }
    }
  }

  private func perform(_ path: RoutePath? = nil) throws -> ActiveRoute<any EditorInput> {
    try registry().perform(to: .editor, path: path ?? .push(from: window))
  }

  /// Returns whether the destination is shown, after waiting for it.
  private func isCompleted(_ active: ActiveRoute<any EditorInput>) async throws -> Bool {
    let editor = try await inTime { try await active.completed() }
    return editor === active.destination
  }

  @Test
  func `a destination that is only made is kept until a task awaits it, and ends when that releases it`()
    async throws
  {
    let active = try perform(.makeDestination)
    await letOthersProceed(10)
    #expect(active.destination != nil)
    var editor: (any EditorInput)? = try await active.completed()
    let waiting = Task { try await active.removed() }
    await letOthersProceed(10)
    #expect(active.state == .routed && editor === active.destination)
    editor = nil
    #expect(active.destination == nil, "it was left to whoever waited for it")
    try await inTime { try await waiting.value }
    #expect(active.state == .removed)
  }

  @Test func `a destination is kept until the presenter has finished`() async throws {
    presenter.isPrompt = false
    let active = try perform()
    presenter.forgetAll()
    #expect(active.destination != nil)
    presenter.complete()
    #expect(active.destination == nil && active.state == .routed)
    let error = await active.completionError()
    #expect(error?.message.hasSuffix("was deallocated before it could be used") == true)
  }

  @Test func `a presentation ends if the presenter forgets its completion`() async throws {
    presenter.isPrompt = false
    let active = try perform()
    let (shown, removed) = (Task { try await isCompleted(active) }, Task { try await active.removed() })
    await letOthersProceed(10)
    presenter.forgetCompletions()
    #expect(active.state == .unrouted)
    let error = await #expect(throws: RouteError.self) { _ = try await inTime { try await shown.value } }
    #expect(
      error?.description.withoutPlaces == """
        the presenter did not show Editor (line): it released the completion without calling it [actionFailed]
            To fix: call each completion once, also if the presenter's window is closed
        """)
    let other = await #expect(throws: RouteError.self) { try await inTime { try await removed.value } }
    #expect(other == error)
  }

  @Test func `a view lost without a report is removed`() async throws {
    let active = try perform()
    presenter.forgetAll()
    #expect(active.state == .routed)
    try await inTime { try await active.removed() }
    #expect(active.state == .removed)
  }

  @Test func `a wait for the removal ends if the window is released meanwhile`() async throws {
    var gone: ScriptedWindow? = ScriptedWindow()
    let active = try perform(.push(from: try #require(gone)))
    // The view outlives the window.
    let editor = try await active.completed()
    let waiting = Task { try await active.removed() }
    await letOthersProceed(10)
    #expect(active.state == .routed && active.destination === editor)
    gone = nil
    try await inTime { try await waiting.value }
    #expect(active.state == .removed)
  }

  @Test(arguments: [false, true])
  func `an interceptor that waits for itself gets an error`(forRemoval: Bool) async throws {
    @MainActor final class Holder { var active: ActiveRoute<any EditorInput>? }
    let holder = Holder()
    let registry = try Registry {
      ReportsErrors { log.append("\($0.code)") }
      Route(Editor.self) {
        View(.editor)
        Intercepts { _ in
          if forRemoval {
            try await holder.active?.removed()
          } else {
            _ = try await holder.active?.completed()
          }
          return .proceed
        }
      }
    }
    let active = try registry.perform(to: .editor, path: .push(from: window))
    holder.active = active
    let error = await active.completionError()
    #expect(error?.code == .refused && log.all == ["busy"], "its consequence isn't reported")
    #expect(
      (error?.underlying as? RouteError)?.description.withoutPlaces == """
        an interceptor of Editor (line) waits for the presentation about which it decides [busy]
            To fix: return .proceed, and wait for completed() where the route is performed
        """)
    holder.active = nil
  }

  @Test
  func `each stream has each state once, also if a callback changes the state, and ends with its route`()
    async throws
  {
    let logs = [Log(), Log()]
    presenter.isPrompt = false
    var active: ActiveRoute<any EditorInput>? = try perform()
    active?.options.onStateChange = { [weak active] _, new in
      if new == .routed { try? active?.remove() }
    }
    let tasks = try logs.map { log in
      let states = try #require(active?.states)
      return Task {
        for await state in states { log.append("\(state)") }
        log.append("end")
      }
    }
    presenter.isPrompt = true
    presenter.complete()
    active = nil
    for (task, log) in zip(tasks, logs) {
      try await inTime { await task.value }
      #expect(log.all == ["routing", "routed", "removing", "removed", "end"])
    }
  }

  /// Closures wait here, because the runtime doesn't always continue tasks in order.
  ///
  /// On Linux, about one of ten rounds of eight tasks is out of order, even in a program without Waymark.
  @Test func `waiting tasks resume once and in order`() {
    let (waiters, log) = (Waiters<Void>(), Log())
    for place in 0..<12 {
      waiters.whenResumed { [waiters] _ in
        log.append("\(place)")
        // A task that is added during a resumption waits for the next one.
        if place == 0 { waiters.whenResumed { _ in log.append("later") } }
      }
    }
    #expect(log.all.isEmpty)
    waiters.resume(.success(()))
    #expect(log.all == (0..<12).map { "\($0)" })
    log.clear()
    for _ in 0..<2 { waiters.resume(.success(())) }
    #expect(log.all == ["later"])
  }

  @Test func `a wait for the removal ends if the attempt after a lost view fails`() async throws {
    let active = try perform()
    presenter.forgetAll()
    presenter.isPrompt = false
    try active.perform()
    let waiting = Task { try await active.removed() }
    await letOthersProceed(10)
    presenter.forgetAll()
    presenter.complete(Failure(description: "stuck"))
    _ = try? await inTime { try await waiting.value }
    #expect(active.state != .routed && active.destination == nil)
  }

  // MARK: - Values and dismissals

  @Test func `each presentation of a value has its own identity, and keeps it until its removal`() throws {
    let registry = try registry()
    let active = try (0..<3).map { number in
      try registry.perform(to: .valueScreen, path: .push(from: window)) {
        $0.prepareDestination = { $0.title += " \(number)" }
      }
    }
    let shown = presenter.shown
    #expect(Set(shown).count == 3 && Set(shown.map(\.id)).count == 3)
    #expect(Set(shown.map(\.hashValue)).count == 3, "a set finds each transition at once")
    #expect((shown[2].view as? ValueScreen)?.title == "screen 2")
    #expect((shown[2].destination as? ValueScreen)?.title == "screen 2")
    #expect(active[1].destination?.title == "screen 1")
    try active[1].remove()
    #expect(presenter.shown == [shown[0], shown[2]] && active[1].destination == nil)
    shown[0].wasRemoved()
    #expect(active.map(\.state) == [.removed, .removed, .routed])
  }

  @Test func `a report about an earlier presentation is ignored`() async throws {
    let active = try registry().perform(to: .valueScreen, path: .push(from: window))
    let first = presenter.shown[0]
    try active.remove()
    try active.perform()
    #expect(presenter.shown[0] != first)
    first.wasRemoved()
    #expect(active.state == .routed)
    #expect(await first.mayLeave())
    presenter.swipeBack()
    #expect(active.state == .removed)
  }

  /// Some toolkits report the end of an interrupted animation later, and some never.
  @Test(arguments: ["later", "never", "forgotten"])
  func `a dismissal before the end of the animation counts`(end: String) async throws {
    presenter.isPrompt = false
    let active = try perform()
    let shown = Task { try await active.completed() is Editor }
    let removed = Task { try await active.removed() }
    for _ in 0..<10 { await Task.yield() }
    presenter.swipeBack()
    if end == "forgotten" { presenter.forgetCompletions() }
    #expect(try await inTime { try await shown.value })
    try await inTime { try await removed.value }
    #expect(active.state == .removed && log.all == ["willPerform", "didPerform", "didRemove"])
    try active.perform()
    // The end of the first animation isn't the end of the second one.
    while presenter.waiting.count > 1 { presenter.complete() }
    #expect(active.state == .routing)
    presenter.complete()
    #expect(active.state == .routed)
  }

  @Test func `later calls return the destination while it exists`() async throws {
    let registry = try registry()
    let active = try registry.perform(to: .editor, path: .push(from: window))
    var editor: (any EditorInput)? = try await active.completed()
    presenter.swipeBack()
    var later: (any EditorInput)? = try await active.completed()
    #expect(later === editor && active.destination == nil)
    (editor, later) = (nil, nil)
    let text = await active.completionError()?.description.withoutPlaces
    #expect(
      text?.replacing(#/[0-9]+\.[0-9]+/#, with: "0.0") == """
        Editor (line) was dismissed 0.0 s ago, before it was used, and no longer exists [actionFailed]
            To fix: await completed() before it can be dismissed
                or: store the destination in onSuccess
        """)
    let value = try registry.perform(to: .valueScreen, path: .push(from: window))
    presenter.swipeBack()
    #expect(await value.completionError()?.message.contains("was dismissed") == true)
    try value.perform()
    #expect(try await value.completed().title == "screen")
  }
}
