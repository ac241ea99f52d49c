import PresenterWalk
import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

/// A view with a window that ends with the view's scene.
private struct RootView: View {
  let drawn: @MainActor (RouteWindow) -> Void
  @State private var window = RouteWindow()

  var body: some View {
    let _ = drawn(window)
    RouteStack(window) { Text("root") }
  }
}

@MainActor
@Suite("Scenes of an application", .timeLimit(.minutes(5)))
struct SceneTests {
  private let registry: Registry

  init() throws { registry = try Registry { NoteModule() } }

  @Test func `two scenes that draw one window are reported`() async throws {
    let window = RouteWindow()
    let first = draw { RouteStack(window) { Text("first") } }
    let second = draw { RouteStack(window) { Text("second") } }
    // The second view may replace the first one, so it isn't reported at once.
    try await registry.show(.note, .push(from: window))
    #expect(first.texts == ["a note"] && second.texts == ["a note"])
    var failure: RouteError?
    while failure == nil {
      do {
        let help = try await registry.show(.help, .push(from: window)).route
        try await remove(help)
      } catch let error as RouteError {
        failure = error
      }
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(
      failure?.presenterText == """
        two views draw the RouteWindow at the same time, so each shows the screens of the other [invalidSource]
            To fix: keep a RouteWindow for each scene, in a @State property of a view inside the WindowGroup, not of the App
        """)
    second.close(isReported: false)
    try await registry.show(.more, .push(from: window))
    #expect(first.texts == ["wrapped"])
  }

  @Test(arguments: [true, false])
  func `closing a scene removes its screens`(isReported: Bool) async throws {
    weak var window: RouteWindow?
    let device = draw { RootView { window = $0 } }
    let pushed = try await registry.show(.note, .push(from: try #require(window))).route
    let sheet = try await registry.show(.help, .sheet(from: try #require(window))).route
    let inner = try await registry.show(.more, .push(from: try #require(window?.sheet?.window))).route
    device.close(isReported: isReported)
    #expect(await eventually { [pushed.state, sheet.state, inner.state].allSatisfy { $0 == .removed } })
  }
}

@MainActor @Observable
private final class ChangingRoot { var name = "first" }

/// Each route ends although SwiftUI doesn't report that it has drawn a change.
@MainActor
@Suite("Changes that SwiftUI doesn't draw or report", .timeLimit(.minutes(5)))
struct DroppedChangeTests {
  private let (window, registry, device): DrawnWindow

  init() throws { (window, registry, device) = try drawnWindow() }

  @Test func `the stack shows and draws two screens pushed in one frame`() async throws {
    device.dropsPathChanges = true
    let note = try registry.perform(to: .note, path: .push(from: window))
    let help = try registry.perform(to: .help, path: .push(from: window))
    try await note.completed()
    #expect(help.state == .routing)
    #expect(device.texts == ["a note"])
    try await help.completed()
    #expect(await eventually { device.texts == ["help"] })
  }

  @Test func `a path from before a push isn't the user's removal`() async throws {
    let note = try await registry.show(.note, .push(from: window)).route
    let before = device.path
    device.dropsPathChanges = true
    let help = try registry.perform(to: .help, path: .push(from: window))
    let more = try registry.perform(to: .more, path: .push(from: window))
    device.writePath(before)
    device.update()
    #expect(device.texts == ["help"])
    device.writePath(device.path)
    device.update()
    try await more.completed()
    #expect(await eventually { device.texts == ["wrapped"] })
    #expect([note.state, help.state, more.state] == [.routed, .routed, .routed])
    // The user can go back from a screen that has appeared.
    device.writePath(before)
    #expect([note.state, help.state, more.state] == [.routed, .removed, .removed])
  }

  @Test func `an earlier path doesn't bring removed screens back`() async throws {
    let note = try await registry.show(.note, .push(from: window)).route
    let help = try await registry.show(.help, .push(from: window)).route
    device.update()
    let before = device.path
    #expect(before.count == 2)
    try help.remove()
    device.writePath(before)
    device.update()
    try await help.removed()
    #expect([device.path.count, window.path.count] == [1, 1])
    #expect(device.texts == ["a note"])
    #expect(note.state == .routed)
  }

  @Test func `the screens stay while a stack disappears and appears again`() async throws {
    let (window, root) = (RouteWindow(), ChangingRoot())
    let device = draw {
      Dynamic {
        switch root.name {
        case "first": RouteStack(window) { Text("first") }
        case "second": RouteStack(window) { Text("second") }
        default: Text("nothing")
        }
      }
    }
    let note = try await registry.show(.note, .push(from: window)).route
    let writePath = device.writePath
    for (name, texts) in [("second", ["a note"]), ("none", ["nothing"]), ("first", ["a note"])] {
      root.name = name
      device.update()
      #expect(device.texts == texts)
      // The stack that isn't drawn discards its path.
      if name == "none" { writePath([]) }
    }
    #expect(note.state == .routed)
    #expect(device.goBack())
    #expect(note.state == .removed)
    #expect(device.texts == ["first"])
  }

  @Test(arguments: [RoutePath.Kind.push, .sheet, .popover], [true, false])
  func `closing a scene completes a change`(kind: RoutePath.Kind, isRemoval: Bool) async throws {
    let note = try registry.perform(to: .note, path: .custom(kind, from: window))
    if isRemoval {
      try await note.completed()
      try note.remove()
      #expect(note.state == .removing)
    }
    device.close(isReported: false)
    if isRemoval { try await note.removed() } else { try await note.completed() }
    #expect(note.state == (isRemoval ? .removed : .routed))
  }

  @Test func `a closed scene shows and removes at once`() async throws {
    let note = try await registry.show(.note, .push(from: window)).route
    device.close(isReported: false)
    let help = try registry.perform(to: .help, path: .push(from: window))
    #expect(help.state == .routed)
    try note.remove()
    #expect([note.state, help.state] == [.removed, .removed])
  }
}
