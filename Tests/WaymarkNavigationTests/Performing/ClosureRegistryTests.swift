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

  /// Returns the registry that shows a destination, with closures that log their current registry.
  private func registry() throws -> Registry {
    try Registry(name: "ann") {
      Route(Editor.self) {
        View(.editor)
        Intercepts(when: { _ in
          log.append("condition \(Registry.current.name ?? "-")")
          return true
        }) { _ in
          log.append("intercepts \(Registry.current.name ?? "-")")
          return .proceed
        }
        Intercepts(immediately: { _ in
          log.append("immediately \(Registry.current.name ?? "-")")
          return .proceed
        })
        Wrapped { editor in
          log.append("wrapped \(Registry.current.name ?? "-")")
          return ViewFrame(editor)
        }
        Leaves { _ in
          await Task.yield()
          log.append("leaves \(Registry.current.name ?? "-")")
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
    func entry(_ name: String) { log.append("\(name) \(Registry.current.name ?? "-")") }
    let ann = try Registry(name: "ann") {
      Observes { _ in entry("observes") }
      Route(Editor.self) { View(.editor) }
    }
    try await Registry.withCurrent(Registry(name: "bob") {}) {
      let active = try ann.perform(to: .editor, path: .push(from: window)) { options in
        options.prepareDestination = { _ in entry("prepares") }
        options.onSuccess = { _ in entry("success") }
      }
      try await active.completed()
    }
    #expect(log.all == ["prepares ann", "observes bob", "observes bob", "success bob"])
  }
}
