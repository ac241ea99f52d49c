import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Pushing in a RouteStack", .timeLimit(.minutes(5)))
struct StackTests {
  @Test func `the stack draws a pushed model when it completes`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    #expect(note.state == .routing, "it completes when it has appeared")
    try await note.completed().text = "hello"
    scenario.device.update()
    #expect(scenario.device.texts == ["hello"])
    #expect(scenario.window.path.map(\.kind) == [.push])
    #expect(scenario.window.path.first?.destination as? NoteModel === note.destination)
    #expect(scenario.device.hasBackButton)
  }

  @Test func `going back removes the route's destination`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    try await note.completed()
    #expect(scenario.device.goBack())
    #expect(note.state == .removed)
    #expect(note.destination == nil)
    #expect(scenario.device.texts == ["root"])
    #expect(scenario.device.goBack() == false, "the root stays")
  }

  @Test func `removing the path's last element removes its route`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .show(from: scenario.window))
    try await note.completed()
    scenario.window.path.removeLast()
    try await note.removed()
    #expect(scenario.window.path.isEmpty)
  }

  @Test func `a removed screen can't be put back`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    try await note.completed()
    let old = scenario.window.path
    scenario.window.path = []
    scenario.window.path = old
    #expect(scenario.window.path.isEmpty)
  }

  @Test func `a removal ends with its animation`() async throws {
    let scenario = try Scenario()
    scenario.device.holdsAnimations = true
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    try await note.completed()
    try note.remove()
    scenario.device.update()
    #expect(scenario.device.texts == ["root"])
    #expect(note.state == .removing)
    scenario.device.finishAnimations()
    #expect(note.state == .removed)
  }

  @Test func `changes without animation disable animations`() async throws {
    let scenario = try Scenario()
    scenario.device.holdsAnimations = true
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window)) {
      $0.animated = false
    }
    try await note.completed()
    try note.remove { $0.animated = false }
    try await note.removed()
    #expect(scenario.device.animations == [false, false])
  }

  @Test func `removing a screen removes the screens above it`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    try await note.completed()
    let more = try scenario.registry.perform(to: .more, path: .push(from: scenario.window))
    try await more.completed()
    try note.remove()
    try await note.removed()
    #expect(more.state == .removed)
    #expect(scenario.device.texts == ["root"])
  }

  @Test func `all screens pushed at once complete`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    let help = try scenario.registry.perform(to: .help, path: .push(from: scenario.window))
    try await help.completed()
    try await note.completed()
    #expect(scenario.device.texts == ["help"], "SwiftUI draws the topmost only")
  }

  @Test func `removing a screen before it appears ends its route`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .push(from: scenario.window))
    scenario.window.path = []
    #expect(note.state == .removed)
  }

  @Test func `an undrawn window shows at once and draws later`() async throws {
    let window = RouteWindow()
    let registry = try Registry { NoteModule() }
    let note = try registry.perform(to: .note, path: .push(from: window))
    #expect(note.state == .routed)
    let device = ModelDevice { RouteStack(window) { Text("root") } }
    device.update()
    #expect(device.texts == ["a note"])
  }

  @Test func `the stack draws a wrapped destination in its wrapper`() async throws {
    let scenario = try Scenario()
    let more = try scenario.registry.perform(to: .more, path: .push(from: scenario.window))
    let destination = try await more.completed()
    #expect(scenario.device.texts == ["wrapped"])
    #expect(type(of: destination) == More.self)
  }

  @Test func `a guarded screen's back button asks the route`() async throws {
    let scenario = try Scenario()
    let guarded = try scenario.registry.perform(to: .guarded, path: .push(from: scenario.window))
    let model = try await guarded.completed()
    #expect(scenario.window.path.first?.asksBeforeLeaving == true)
    #expect(scenario.device.goBack() == false, "the system's button and gesture can't ask")
    #expect(scenario.device.press("Back"))
    for _ in 0..<100 { await Task.yield() }
    #expect(guarded.state == .routed)
    model.mayLeave = true
    #expect(scenario.device.press("Back"))
    try await guarded.removed()
    #expect(await eventually { scenario.device.texts == ["root"] })
  }

  @Test func `the guarded back button is in the system button's place`() async throws {
    let scenario = try Scenario()
    try await scenario.registry.perform(to: .guarded, path: .push(from: scenario.window)).completed()
    #expect(scenario.device.toolbar == ["topBarLeading: Back"])
  }

  @Test func `the guarded back button has the application's text`() async throws {
    let scenario = try Scenario()
    scenario.device.strings = ["Back": "Zurück"]
    try await scenario.registry.perform(to: .guarded, path: .push(from: scenario.window)).completed()
    #expect(scenario.device.buttons == ["Zurück"])
  }

  @Test func `the guarded back button has the environment's title`() async throws {
    let window = RouteWindow()
    let registry = try Registry { NoteModule() }
    let device = ModelDevice {
      RouteStack(window) { Text("root") }.environment(\.backTitle, Text("Notes"))
    }
    device.update()
    try await registry.perform(to: .guarded, path: .push(from: window)).completed()
    #expect(device.toolbar == ["topBarLeading: Notes"])
  }
}
