import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Modal views of a RouteWindow", .timeLimit(.minutes(5)))
struct ModalTests {
  private let (window, registry, device): DrawnWindow

  init() throws { (window, registry, device) = try drawnWindow() }

  @Test(arguments: [
    (RoutePath.Kind.sheet, "sheet"), (.present, "fullScreenCover"), (.fullScreenCover, "fullScreenCover"),
    (.popover, "popover"),
  ])
  func `a stack draws and removes a modal view`(kind: RoutePath.Kind, layer: String) async throws {
    let note = try await registry.show(.note, .custom(kind, from: window)).route
    #expect(device.layers == ["window", layer] && device.texts == ["a note"])
    #expect((window.sheet != nil) == (layer == "sheet"))
    #expect((window.fullScreenCover != nil) == (layer == "fullScreenCover"))
    #expect((window.popover != nil) == (layer == "popover"))
    // A binding may set a property again.
    window.sheet = window.sheet
    window.fullScreenCover = window.fullScreenCover
    window.popover = window.popover
    #expect(note.state == .routed && note.canRemove)
    try await remove(note)
    #expect(window.sheet == nil && window.fullScreenCover == nil && window.popover == nil)
    #expect(device.layers == ["window"])
  }

  @Test(arguments: [RoutePath.Kind.push, .sheet])
  func `a removal ends with its animation`(kind: RoutePath.Kind) async throws {
    device.holdsAnimations = true
    let note = try await registry.show(.note, .custom(kind, from: window)).route
    try note.remove()
    device.update()
    #expect(device.layers == ["window"] && device.texts == ["root"])
    #expect(note.state == .removing)
    device.finishAnimations()
    #expect(note.state == .removed)
  }

  @Test(
    arguments: [RoutePath.Kind.sheet, .present, .fullScreenCover], [RoutePath.Kind.fullScreenCover, .popover])
  func `a modal view waits until SwiftUI has dismissed the previous one`(
    first: RoutePath.Kind, second: RoutePath.Kind
  ) async throws {
    for isUsers in first == .sheet ? [true, false] : [false] {
      let (window, registry, device) = try drawnWindow()
      device.holdsDismissals = true
      let note = try await registry.show(.note, .custom(first, from: window)).route
      if isUsers { #expect(device.dismiss()) } else { try note.remove() }
      #expect(note.state == (isUsers ? .removed : .removing))
      let help = try registry.perform(to: .help, path: .custom(second, from: window))
      device.update()
      #expect([note.state, help.state] == [isUsers ? .removed : .removing, .routing])
      #expect(device.layers == ["window"])
      device.finishDismissals()
      try await help.completed()
      #expect(note.state == .removed)
      #expect(device.layers == ["window", "\(second)"])
    }
  }

  @Test func `a modal view is drawn although SwiftUI doesn't report a dismissal`() async throws {
    device.holdsDismissals = true
    let note = try await registry.show(.note, .sheet(from: window)).route
    try note.remove()
    let help = try registry.perform(to: .help, path: .sheet(from: window))
    try await note.removed()
    try await help.completed()
    #expect(await eventually { device.layers == ["window", "sheet"] })
  }

  @Test func `an alert has its buttons and ends with them`() async throws {
    let (question, model) = try await registry.show(.question, .alert(from: window))
    device.update()
    #expect(device.layers == ["window", "alert"])
    #expect(device.texts == ["Delete?", "It can't be undone."])
    #expect(device.buttons == ["Delete", "Keep"])
    #expect(device.press("Delete"))
    #expect(model.isDeleted)
    #expect(question.state == .removed)
    #expect(window.alert == nil)
    #expect(device.layers == ["window"])
  }

  @Test func `a button of an alert shows a sheet or another alert in its place`() async throws {
    let (question, model) = try await registry.show(.question, .alert(from: window))
    var second: ActiveRoute<Question>?
    var help: ActiveRoute<Help>?
    model.onKeep = {
      window.alert = window.alert
      #expect(question.state == .routed)
      window.alert = nil
      second = try? registry.perform(to: .question, path: .alert(from: window)) {
        $0.prepareDestination = {
          $0.onKeep = {
            window.alert = nil
            help = try? registry.perform(to: .help, path: .sheet(from: window))
          }
        }
      }
    }
    device.update()
    #expect(device.press("Keep"))
    #expect(device.layers == ["window", "alert"])
    #expect([question.state, second?.state] == [.removed, .routed])
    #expect(device.press("Keep"))
    #expect(device.layers == ["window", "sheet"])
    #expect([second?.state, help?.state] == [.removed, .routed])
    #expect(window.sheet != nil)
  }

  // MARK: - Modifiers of a path

  /// Adds a text below a view.
  private static func extended(_ view: AnyView) -> some View {
    VStack {
      view
      Text("added")
    }
  }

  @Test func `a sheet has the heights of its path, around its stack`() async throws {
    try await registry.show(.note, .sheet(from: window) { $0.presentationDetents([.medium]) })
    #expect(device.detents == ["medium"])
    let inner = try #require(window.sheet?.window)
    try await registry.show(.help, .push(from: inner))
    #expect(device.texts == ["help"])
    #expect(device.detents == ["medium"])
  }

  @Test func `a cover and a popover have the modifiers of their paths`() async throws {
    let window = RouteWindow()
    let device = draw { RouteStack(window) { Text("root").popoverAnchor("root") } }
    let paths: [RoutePath] = [
      .fullScreenCover(from: window, content: Self.extended), .popover(from: window, content: Self.extended),
      .popover(from: window, at: "root", content: Self.extended),
    ]
    for path in paths {
      let note = try await registry.show(.note, path).route
      #expect(device.texts == ["a note", "added"])
      #expect(device.popoverAnchors == (path.kind == .popover ? ["root"] : []))
      try await remove(note)
    }
  }
}
