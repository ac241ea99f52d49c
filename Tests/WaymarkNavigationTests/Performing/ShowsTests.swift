import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("Routes that show their views themselves")
struct ShowsTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()
  private static let split = RoutePath.Kind("split")

  private func registry(_ shows: Shows) throws -> Registry {
    try Registry {
      Route(Editor.self) {
        View(.editor)
        Supports(.push)
        shows
      }
    }
  }

  @Test func `the route shows and removes its view instead of the presenter`() throws {
    var shown: [RouteTransition] = []
    let registry = try registry(
      Shows(along: Self.split, .sheet) { transition in
        shown.append(transition)
        log.append("show \(transition.path.kind) \(transition.view is Editor)")
      } removing: {
        log.append("remove \($0.animated)")
      })
    window.presenter.refusal = RouteError(.unsupportedPath, "nothing")
    let active = try registry.perform(to: .editor, path: .custom(Self.split, from: window)) {
      $0.prepareDestination = { $0.title = "new" }
      $0.onSuccess = { log.append("shown \($0.title)") }
    }
    #expect(active.state == .routed && active.canRemove && log.all == ["show split true", "shown new"])
    log.clear()
    try active.remove { $0.animated = false }
    #expect(active.state == .removed && log.all == ["remove false"])
    try active.perform()
    shown.last?.wasRemoved()
    #expect(active.state == .removed && shown.count == 2)
    let sheet = try registry.perform(to: .editor, path: .sheet(from: window))
    #expect(sheet.state == .routed && window.presenter.calls.isEmpty)
    window.presenter.refusal = nil
    try registry.perform(to: .editor, path: .push(from: window))
    #expect(window.presenter.calls == ["validate push", "show push"])
    #expect(!registry.canPerform(to: .editor, path: .popover(from: window)))
    #expect(registry.canPerform(to: .editor, path: .sheet(from: window)))
  }

  @Test func `an entry without a removal says so`() throws {
    var shown: [RouteTransition] = []
    let registry = try registry(Shows(along: Self.split) { shown.append($0) })
    let active = try registry.perform(to: .editor, path: .custom(Self.split, from: window))
    #expect(!active.canRemove)
    let problem = error { try active.remove() }
    #expect(
      problem?.description.withoutPlaces == """
        Editor (line) cannot be removed, because its Shows(along: .split) does not say how [actionFailed]
            To fix: add removing: { … } to the entry
        """)
    withExtendedLifetime(shown) {}
  }

  /// The closure throws before or after the attempt has begun to wait.
  @Test(arguments: [false, true]) func `an error ends the attempt`(isLate: Bool) async throws {
    let atOnce = Shows(along: Self.split) { _ in throw Failure(description: "no pane") }
    let later = Shows(along: Self.split) { _ in
      await Task.yield()
      throw Failure(description: "no pane")
    }
    let registry = try registry(isLate ? later : atOnce)
    let active = try registry.perform(to: .editor, path: .custom(Self.split, from: window))
    #expect(active.state == (isLate ? .routing : .unrouted))
    #expect(await active.completionError()?.message.hasSuffix("no pane (Failure)") == true)
  }

  @Test func `an asynchronous entry completes later`() async throws {
    let (log, stream) = (log, AsyncStream.makeStream(of: Void.self))
    var shown: [RouteTransition] = []
    let registry = try registry(
      Shows(along: Self.split) { transition in
        for await _ in stream.stream { break }
        shown.append(transition)
      } removing: { _ in
        await Task.yield()
        log.append("removed")
      })
    let active = try registry.perform(to: .editor, path: .custom(Self.split, from: window))
    #expect(active.state == .routing && shown.isEmpty)
    stream.continuation.yield()
    try await active.completed()
    #expect(active.state == .routed && shown.count == 1)
    try active.remove()
    #expect(active.state == .removing)
    try await active.removed()
    #expect(log.all == ["removed"])
  }

  @Test func `the source has to exist`() throws {
    let registry = try registry(Shows(along: Self.split) { _ in Issue.record("there is no source") })
    let path = RoutePath.custom(Self.split, from: ScriptedWindow())
    #expect(error { try registry.perform(to: .editor, path: path) }?.code == .actionFailed)
  }
}
