import Foundation
import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

@MainActor
@Suite("The closures of routes and callers")
struct ObserverTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()

  private func registry() throws -> Registry {
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

  @Test func `the route's observers are called before the base's, and the caller hears of a failure first`()
    throws
  {
    let active = try registry().perform(to: .editor, path: .push(from: window)) {
      $0.onSuccess = { _ in log.append("success") }
      $0.onFailure = { _ in log.append("failure") }
    }
    #expect(log.all == lines("willPerform") + lines("didPerform") + ["success"])
    log.clear()
    try active.remove { $0.onSuccess = { log.append("success") } }
    #expect(log.all == lines("willRemove") + lines("didRemove") + ["success"])
    log.clear()
    window.presenter.refusal = RouteError(.unsupportedPath, "only pushes")
    #expect(throws: RouteError.self) { try active.perform() }
    #expect(log.all == ["failure"] + lines("failed(unsupportedPath)"))
  }

  @Test func `an ended phase has its duration`() throws {
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

  // MARK: - The current registry

  /// Logs a closure's name and its current registry.
  private func note(_ name: String) { log.append("\(name) \(Registry.current.name ?? "-")") }

  /// Returns a registry with closures that log their current registry.
  ///
  /// They often request other destinations, which belong to the same account as the route's.
  private func noting() throws -> Registry {
    try Registry(name: "ann") {
      Route(Editor.self) {
        View(.editor)
        Intercepts(when: { _ in
          note("condition")
          return true
        }) { _ in
          note("intercepts")
          return .proceed
        }
        Intercepts(immediately: { _ in
          note("immediately")
          return .proceed
        })
        Wrapped { editor in
          note("wrapped")
          return ViewFrame(editor)
        }
        Leaves { _ in
          await Task.yield()
          note("leaves")
          return .proceed
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `closures use the registry that shows the view, not the caller's`(isBound: Bool) async throws {
    let ann = try noting()
    func showAndLeave() async throws {
      let active = try ann.perform(to: .editor, path: .push(from: window))
      _ = try await active.completed()
      _ = try await active.leave()
    }
    if isBound {
      try await Registry.withCurrent(Registry(name: "bob") {}) { try await showAndLeave() }
    } else {
      try await showAndLeave()
    }
    #expect(log.all == ["condition", "intercepts", "immediately", "wrapped", "leaves"].map { "\($0) ann" })
  }

  @Test func `observers and a caller's closures use the caller's registry`() async throws {
    let ann = try Registry(name: "ann") {
      Observes { _ in note("observes") }
      Route(Editor.self) { View(.editor) }
    }
    try await Registry.withCurrent(Registry(name: "bob") {}) {
      let active = try ann.perform(to: .editor, path: .push(from: window)) { options in
        options.prepareDestination = { _ in note("prepares") }
        options.onSuccess = { _ in note("success") }
      }
      try await active.completed()
    }
    #expect(log.all == ["prepares ann", "observes bob", "observes bob", "success bob"])
  }
}
