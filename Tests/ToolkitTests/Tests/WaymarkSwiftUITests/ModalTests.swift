import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Modal views of a RouteWindow", .timeLimit(.minutes(5)))
struct ModalTests {
  /// The kinds of modal views, with the layer and the property that each has where there's a full-screen cover.
  nonisolated static let kinds: [(RoutePath.Kind, String)] = [
    (.sheet, "sheet"), (.present, "fullScreenCover"), (.fullScreenCover, "fullScreenCover"),
    (.popover, "popover"),
  ]

  @Test(arguments: kinds)
  func `a stack draws and removes a modal view`(kind: RoutePath.Kind, layer: String) async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .custom(kind, from: scenario.window))
    try await note.completed()
    #expect(scenario.device.layers == ["window", layer])
    #expect(scenario.device.texts == ["a note"])
    #expect((scenario.window.sheet != nil) == (layer == "sheet"))
    #expect((scenario.window.fullScreenCover != nil) == (layer == "fullScreenCover"))
    #expect((scenario.window.popover != nil) == (layer == "popover"))
    #expect(note.canRemove)
    try note.remove()
    try await note.removed()
    #expect(scenario.device.layers == ["window"])
  }

  @Test(arguments: [RoutePath.Kind.sheet, .popover])
  func `the route ends when the user closes its view`(kind: RoutePath.Kind) async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .custom(kind, from: scenario.window))
    try await note.completed()
    #expect(scenario.device.dismiss())
    #expect(note.state == .removed)
    #expect(scenario.window.sheet == nil && scenario.window.popover == nil)
  }

  @Test func `a sheet's removal ends with its animation`() async throws {
    let scenario = try Scenario()
    scenario.device.holdsAnimations = true
    let note = try scenario.registry.perform(to: .note, path: .sheet(from: scenario.window))
    try await note.completed()
    try note.remove()
    scenario.device.update()
    #expect(note.state == .removing)
    scenario.device.finishAnimations()
    #expect(note.state == .removed)
  }

  @Test(
    arguments: [RoutePath.Kind.sheet, .present, .fullScreenCover], [RoutePath.Kind.fullScreenCover, .popover])
  func `a modal view waits until SwiftUI has dismissed the previous one`(
    first: RoutePath.Kind, second: RoutePath.Kind
  ) async throws {
    for isUsers in first == .sheet ? [true, false] : [false] {
      let scenario = try Scenario()
      scenario.device.holdsDismissals = true
      let note = try scenario.registry.perform(to: .note, path: .custom(first, from: scenario.window))
      try await note.completed()
      if isUsers { #expect(scenario.device.dismiss()) } else { try note.remove() }
      #expect(note.state == (isUsers ? .removed : .removing))
      let help = try scenario.registry.perform(to: .help, path: .custom(second, from: scenario.window))
      scenario.device.update()
      #expect([note.state, help.state] == [isUsers ? .removed : .removing, .routing])
      #expect(scenario.device.layers == ["window"])
      scenario.device.finishDismissals()
      try await help.completed()
      #expect(note.state == .removed)
      #expect(scenario.device.layers == ["window", "\(second)"])
    }
  }

  @Test func `a modal view is drawn although SwiftUI doesn't report a dismissal`() async throws {
    let scenario = try Scenario()
    scenario.device.holdsDismissals = true
    let note = try scenario.registry.perform(to: .note, path: .sheet(from: scenario.window))
    try await note.completed()
    try note.remove()
    let help = try scenario.registry.perform(to: .help, path: .sheet(from: scenario.window))
    try await note.removed()
    try await help.completed()
    #expect(await eventually { scenario.device.layers == ["window", "sheet"] })
  }

  @Test func `a sheet shows a sheet and pushes in its own stack`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .sheet(from: scenario.window))
    try await note.completed()
    #expect(scenario.device.press("Help"))
    #expect(scenario.device.layers == ["window", "sheet", "sheet"])
    #expect(scenario.device.press("More"))
    #expect(scenario.device.texts == ["wrapped"])
    let inner = try #require(scenario.window.sheet?.window?.sheet?.window)
    #expect(inner.path.count == 1)
    #expect(scenario.window.path.isEmpty)
    #expect(inner.navigationRoot === scenario.window.navigationRoot)
    #expect(scenario.window.navigationTop === inner)
    #expect(scenario.device.goBack())
    #expect(scenario.device.texts == ["help"])
  }

  @Test func `closing a sheet removes the screens in it`() async throws {
    let scenario = try Scenario()
    let sheet = try scenario.registry.perform(to: .note, path: .sheet(from: scenario.window))
    try await sheet.completed()
    let inner = try #require(scenario.window.sheet?.window)
    let pushed = try scenario.registry.perform(to: .help, path: .push(from: inner))
    try await pushed.completed()
    let above = try scenario.registry.perform(to: .more, path: .sheet(from: inner))
    try await above.completed()
    scenario.window.sheet = nil
    #expect([sheet.state, pushed.state, above.state] == [.removed, .removed, .removed])
  }

  @Test func `the user can't pull down a guarded sheet`() async throws {
    let scenario = try Scenario()
    let guarded = try scenario.registry.perform(to: .guarded, path: .sheet(from: scenario.window))
    let model = try await guarded.completed()
    #expect(scenario.device.dismiss() == false)
    #expect(guarded.state == .routed)
    model.mayLeave = true
    #expect(try await guarded.leave())
    #expect(scenario.device.layers == ["window"])
  }

  @Test func `the environment's action removes the screen`() async throws {
    let scenario = try Scenario()
    let note = try scenario.registry.perform(to: .note, path: .sheet(from: scenario.window))
    try await note.completed()
    #expect(scenario.device.press("Leave"))
    try await note.removed()
    #expect(scenario.window.sheet == nil)
  }

  @Test func `an alert has its buttons and ends with them`() async throws {
    let scenario = try Scenario()
    let question = try scenario.registry.perform(to: .question, path: .alert(from: scenario.window))
    let model = try await question.completed()
    scenario.device.update()
    #expect(scenario.device.layers == ["window", "alert"])
    #expect(scenario.device.texts == ["Delete?", "It can't be undone."])
    #expect(scenario.device.buttons == ["Delete", "Keep"])
    #expect(scenario.device.press("Delete"))
    #expect(model.isDeleted)
    #expect(question.state == .removed)
    #expect(scenario.window.alert == nil)
    #expect(scenario.device.layers == ["window"])
  }

  @Test func `a button of an alert shows a sheet in its place`() async throws {
    let scenario = try Scenario()
    let question = try scenario.registry.perform(to: .question, path: .alert(from: scenario.window))
    let model = try await question.completed()
    var help: ActiveRoute<Help>?
    model.onKeep = {
      scenario.window.alert = nil
      help = try? scenario.registry.perform(to: .help, path: .sheet(from: scenario.window))
    }
    scenario.device.update()
    #expect(scenario.device.press("Keep"))
    #expect(scenario.device.layers == ["window", "sheet"])
    #expect([question.state, help?.state] == [.removed, .routed])
    #expect(scenario.window.sheet != nil)
  }
}
