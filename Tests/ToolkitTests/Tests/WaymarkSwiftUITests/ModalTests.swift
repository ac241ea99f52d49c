import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Modal views of a RouteWindow", .timeLimit(.minutes(5)))
struct ModalTests {
  private let scenario: Scenario

  init() throws { scenario = try Scenario() }

  /// The kinds of modal views, with the layer and the property that each has where there's a full-screen cover.
  nonisolated static let kinds: [(RoutePath.Kind, String)] = [
    (.sheet, "sheet"), (.present, "fullScreenCover"), (.fullScreenCover, "fullScreenCover"),
    (.popover, "popover"),
  ]

  @Test(arguments: kinds)
  func `a stack draws and removes a modal view`(kind: RoutePath.Kind, layer: String) async throws {
    for isUsers in layer == "fullScreenCover" ? [false] : [false, true] {
      let note = try await scenario.show(.note, .custom(kind, from: scenario.window)).route
      #expect(scenario.device.layers == ["window", layer])
      #expect(scenario.device.texts == ["a note"])
      #expect((scenario.window.sheet != nil) == (layer == "sheet"))
      #expect((scenario.window.fullScreenCover != nil) == (layer == "fullScreenCover"))
      #expect((scenario.window.popover != nil) == (layer == "popover"))
      #expect(note.canRemove)
      if isUsers { #expect(scenario.device.dismiss()) } else { try await remove(note) }
      #expect(note.state == .removed)
      #expect(scenario.window.sheet == nil && scenario.window.popover == nil)
      #expect(scenario.device.layers == ["window"])
    }
  }

  @Test(arguments: [RoutePath.Kind.push, .sheet])
  func `a removal ends with its animation`(kind: RoutePath.Kind) async throws {
    scenario.device.holdsAnimations = true
    let note = try await scenario.show(.note, .custom(kind, from: scenario.window)).route
    try note.remove()
    scenario.device.update()
    #expect(scenario.device.layers == ["window"] && scenario.device.texts == ["root"])
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
      let note = try await scenario.show(.note, .custom(first, from: scenario.window)).route
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
    scenario.device.holdsDismissals = true
    let note = try await scenario.sheet(.note).route
    try note.remove()
    let help = try scenario.registry.perform(to: .help, path: .sheet(from: scenario.window))
    try await note.removed()
    try await help.completed()
    #expect(await eventually { scenario.device.layers == ["window", "sheet"] })
  }

  @Test func `an alert has its buttons and ends with them`() async throws {
    let (question, model) = try await scenario.show(.question, .alert(from: scenario.window))
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
    let (question, model) = try await scenario.show(.question, .alert(from: scenario.window))
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
