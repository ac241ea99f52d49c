import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("Order of observers")
struct ObserverTests: RouteVocabulary {
  private let window = ScriptedWindow()

  private func registry(_ log: Log) throws -> Registry {
    try Registry {
      Observes { log.append("base 1 \($0.phase.word)") }
      Route(Editor.self) {
        View(.editor)
        Observes { log.append("route 1 \($0.phase.word)") }
        Observes { log.append("route 2 \($0.phase.word)") }
      }
      Observes { log.append("base 2 \($0.phase.word)") }
    }.extending { Observes { log.append("derived \($0.phase.word)") } }
  }

  /// Returns the lines of all observers for a phase.
  private func lines(_ phase: String) -> [String] {
    ["route 1", "route 2", "base 1", "base 2", "derived"].map { "\($0) \(phase)" }
  }

  @Test func `the route's observers are called before the base's`() throws {
    let log = Log()
    let active = try registry(log).perform(to: .editor, path: .push(from: window)) {
      $0.onSuccess = { _ in log.append("success") }
    }
    #expect(log.all == lines("willPerform") + lines("didPerform") + ["success"])
    log.clear()
    try active.remove { $0.onSuccess = { log.append("success") } }
    #expect(log.all == lines("willRemove") + lines("didRemove") + ["success"])
  }

  @Test func `an error that a factory's request doesn't throw is reported`() throws {
    let log = Log()
    let failing = ScriptedWindow()
    failing.presenter.failure = Failure(description: "stuck")
    let registry = try Registry {
      ReportsErrors { log.append("\($0.code)") }
      Route(ShownPreview.self) { View<any PreviewInput>() }
      Route(Editor.self) {
        View(.editor)
      } make: { routes in
        try routes.registry.perform(to: RoutableView<any PreviewInput>(), path: .push(from: failing))
        return Editor()
      }
    }
    #expect(try registry.perform(to: .editor, path: .push(from: window)).state == .routed)
    #expect(log.all == ["actionFailed"])
  }

  @Test func `the caller receives a failure before the observers`() throws {
    let log = Log()
    window.presenter.refusal = RouteError(.unsupportedPath, "only pushes")
    _ = try? registry(log).perform(to: .editor, path: .push(from: window)) {
      $0.onFailure = { _ in log.append("failure") }
    }
    #expect(log.all == ["failure"] + lines("failed(unsupportedPath)"))
  }

  @Test func `an ended phase has its duration`() throws {
    let log = Log()
    let registry = try Registry {
      Route(Editor.self) { View(.editor) }
      Observes { event in
        let isLong = event.duration.map { $0 >= .milliseconds(20) && $0 < .seconds(60) }
        log.append("\(event.phase.word) \(isLong.map { "\($0)" } ?? "-")")
      }
    }
    window.presenter.isPrompt = false
    let active = try registry.perform(to: .editor, path: .push(from: window))
    Thread.sleep(forTimeInterval: 0.02)
    window.presenter.complete()
    try active.remove()
    Thread.sleep(forTimeInterval: 0.02)
    window.presenter.complete()
    #expect(log.all == ["willPerform -", "didPerform true", "willRemove -", "didRemove true"])
  }
}
