import ScriptedWindow
import SharedFixtures
import Testing
import Waymark

/// The closures of a route often request other destinations, which belong to the same account as the route's.
@MainActor
@Suite("The registry of a route's closures")
struct ClosureRegistryTests: RouteVocabulary {
  private let window = ScriptedWindow()
  private let log = Log()

  /// Logs a closure's name and its current registry.
  private func note(_ name: String) { log.append("\(name) \(Registry.current.name ?? "-")") }

  /// Returns the registry that shows a destination, with closures that log their current registry.
  private func registry() throws -> Registry {
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
    let ann = try registry()
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
