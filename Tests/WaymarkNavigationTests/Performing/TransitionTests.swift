import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

private struct ValueScreen { var title = "" }

extension RoutableView<ValueScreen> { fileprivate static var valueScreen: Self { declared() } }

@MainActor
@Suite("Identity of presentations, and dismissals")
struct TransitionTests: RouteVocabulary {
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

  @Test func `each presentation of a value has its own identity`() throws {
    let registry = try registry()
    let active = try (0..<3).map { _ in try registry.perform(to: .valueScreen, path: .push(from: window)) }
    let shown = presenter.shown
    #expect(Set(shown).count == 3 && Set(shown.map(\.id)).count == 3)
    #expect(Set(shown.map(\.hashValue)).count == 3, "a set finds each transition at once")
    #expect(shown[0].view is ValueScreen)
    try active[1].remove()
    #expect(presenter.shown == [shown[0], shown[2]])
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
    let active = try registry().perform(to: .editor, path: .push(from: window))
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
    #expect(try await value.completed().title == "")
  }
}
