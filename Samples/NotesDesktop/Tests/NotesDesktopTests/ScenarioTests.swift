import Foundation
import SeededTesting
import Testing

/// Runs scenarios in real windows.
///
/// Each has a program and a screen of its own.
@Suite("Real windows") struct ScenarioTests {
  /// GTK 4.8 may draw a frame between a change and its layout, and draws the next one completely.
  private static let harmless = "without a current allocation"

  private func run(_ scenario: String, seed: UInt64 = 0) async throws {
    let result = try await VirtualDisplay.with { display in
      try await display.start("desktop-scenarios", [scenario, "\(seed)"]).result()
    }
    if result.code != 0 { Issue.record("\(scenario) failed with \(result.code):\n\(result.output)") }
    // GTK writes its complaints to the error output, such as a widget in use after its end.
    #expect(result.error.split(separator: "\n").filter { !$0.contains(Self.harmless) } == [])
  }

  @Test(arguments: ["idle", "many-tasks", "signals"])
  func `the main loop runs GTK and tasks`(scenario: String) async throws { try await run(scenario) }

  @Test(arguments: ["stack", "sheet", "popover", "refused-kinds", "animated", "parts"])
  func `a window shows and removes screens`(scenario: String) async throws { try await run(scenario) }

  @Test(arguments: ["leaving", "closing", "closing-twice", "closing-parts", "closing-change"])
  func `a screen is asked before it goes`(scenario: String) async throws { try await run(scenario) }

  @Test(arguments: ["settings", "actions", "lock", "narrow", "restoring"])
  func `the application works`(scenario: String) async throws { try await run(scenario) }

  @Test func `keys and text from the X server arrive`() async throws { try await run("keys") }

  @Test func `a thousand closed windows leave nothing`() async throws { try await run("thousand-windows") }

  @Test(arguments: try Seeds.first(8))
  func `random requests and actions agree with a list of screens`(seed: UInt64) async throws {
    try await run("presenter-walk", seed: seed)
  }

  @Test(arguments: try Seeds.first(4))
  func `widgets, navigator, and reference agree after each of 500 random steps`(seed: UInt64) async throws {
    try await run("walk", seed: seed)
  }
}
