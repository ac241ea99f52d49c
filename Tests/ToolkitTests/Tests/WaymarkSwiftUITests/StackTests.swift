import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Pushing in a RouteStack", .timeLimit(.minutes(5)))
struct StackTests {
  private let scenario: Scenario

  init() throws { scenario = try Scenario() }

  @Test func `the stack draws a pushed model when it completes`() async throws {
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    #expect(note.state == .routing, "it completes when it has appeared")
    try await note.completed().text = "hello"
    scenario.device.update()
    #expect(scenario.device.texts == ["hello"])
    #expect(scenario.window.path.map(\.kind) == [.push])
    #expect(scenario.window.path.first?.destination as? NoteModel === note.destination)
    // Only a guarded screen has Waymark's back button.
    #expect(scenario.device.hasBackButton && scenario.device.buttons == ["Help", "Leave"])
  }

  @Test func `removing the path's last element removes its route`() async throws {
    let note = try await scenario.show(.note, .show(from: scenario.window)).route
    let old = scenario.window.path
    scenario.window.path.removeLast()
    try await note.removed()
    #expect(scenario.window.path.isEmpty)
    // A removed screen can't be put back.
    scenario.window.path = old
    #expect(scenario.window.path.isEmpty)
  }

  @Test func `removing a screen before it appears ends its route`() async throws {
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    scenario.window.path = []
    #expect(note.state == .removed)
  }

  @Test func `an undrawn window shows at once and draws later`() async throws {
    let window = RouteWindow()
    let note = try scenario.registry.perform(to: .note, path: .push(from: window))
    #expect(note.state == .routed)
    let device = draw { RouteStack(window) { Text("root") } }
    #expect(device.texts == ["a note"])
  }

  @Test func `the guarded back button has the application's text or the environment's title`() async throws {
    scenario.device.strings = ["Back": "Zurück"]
    try await scenario.push(.guarded)
    #expect(scenario.device.toolbar == ["topBarLeading: Zurück"])
    let window = RouteWindow()
    let device = draw { RouteStack(window) { Text("root") }.environment(\.backTitle, Text("Notes")) }
    try await scenario.registry.show(.guarded, .push(from: window))
    #expect(device.toolbar == ["topBarLeading: Notes"])
  }
}
