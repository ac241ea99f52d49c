import Foundation
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

/// What is drawn besides a window, which a test changes.
@MainActor @Observable
private final class Switch { var isOn = true }

/// A view whose content is evaluated again when something that it has read changes.
private struct Dynamic<Content: View>: View {
  @ViewBuilder let content: () -> Content
  var body: some View { content() }
}

/// What happened to routes, in order.
@MainActor
private final class Log {
  var removed: [String] = []
  var made = 0
}

@MainActor
@Suite("Lifetimes of views and their routes", .timeLimit(.minutes(5)))
struct LifetimeTests {
  private let window = RouteWindow()
  private let shows = Switch()
  private let log = Log()
  private let registry: Registry
  private let device: ModelDevice

  init() throws {
    let (window, shows, log) = (window, shows, log)
    let registry = try Registry {
      NoteModule()
      Observes { event in
        if case .didRemove = event.phase { log.removed.append("\(event.destinationType)") }
      }
    }
    self.registry = registry
    device = draw {
      Dynamic { if shows.isOn { RouteStack(window) { Text("root") }.registry(registry) } }
    }
  }

  private func hide() {
    shows.isOn = false
    device.update()
  }

  @Test(arguments: [RoutePath.Kind.push, .sheet])
  func `hiding the stack completes a presentation`(kind: RoutePath.Kind) async throws {
    let note = try registry.perform(to: .note, path: .custom(kind, from: window))
    #expect(note.state == .routing)
    hide()
    #expect(note.state == .routed)
  }

  @Test(arguments: [(RoutePath.Kind.push, false), (.push, true), (.sheet, false)])
  func `hiding the stack completes a removal`(kind: RoutePath.Kind, hasScreenAbove: Bool) async throws {
    let note = try await registry.show(.note, .custom(kind, from: window)).route
    let above = try await hasScreenAbove ? registry.show(.help, .push(from: window)).route : nil
    device.holdsAnimations = true
    try note.remove()
    device.update()
    #expect(note.state == .removing)
    #expect(above == nil || above?.state == .removed)
    device.holdsAnimations = false
    hide()
    #expect(note.state == .removed)
  }

  @Test func `a removal completes although a screen above never disappears`() async throws {
    let lower = try await registry.show(.note, .push(from: window)).route
    let upper = try await registry.show(.help, .push(from: window)).route
    device.holdsAnimations = true
    try lower.remove()
    #expect([lower.state, upper.state] == [.removing, .removed])
    for _ in 0..<500 where lower.state != .removed { try await Task.sleep(for: .milliseconds(20)) }
    #expect(lower.state == .removed)
  }

  @Test func `the screens above are reported first`() async throws {
    try await registry.show(.note, .push(from: window))
    try await registry.show(.help, .push(from: window))
    try await registry.show(.more, .push(from: window))
    window.path = []
    #expect(log.removed == ["More", "Help", "NoteModel"])
  }

  @Test func `a sheet that the application removes ends its screens`() async throws {
    let sheet = try await registry.show(.note, .sheet(from: window)).route
    let inner = try #require(window.sheet?.window)
    let pushed = try await registry.show(.help, .push(from: inner)).route
    let above = try await registry.show(.more, .sheet(from: inner)).route
    window.sheet = nil
    #expect([sheet.state, pushed.state, above.state] == [.removed, .removed, .removed])
  }

  @Test func `a released window shows and removes nothing`() async throws {
    var gone: RouteWindow? = RouteWindow()
    let path = RoutePath.push(from: try #require(gone))
    let shown = try registry.perform(to: .note, path: path)
    let presenter = try #require(gone).routePresenter
    gone = nil
    #expect(shown.canRemove == false)
    #expect(presenter.holder(of: NoteModel()) == nil)
    #expect(throws: RouteError.self) { try registry.perform(to: .note, path: path) }
  }

  @Test func `the presenter names the holder of a destination`() async throws {
    let window = RouteWindow(tabs: ["inbox", "archive"])
    let model = try await registry.show(.note, .push(from: window)).view
    let guarded = try await registry.show(.guarded, .sheet(from: window)).view
    window.tab = "archive"
    #expect(window.routePresenter.holder(of: model) == "a RouteWindow")
    #expect(window.routePresenter.holder(of: guarded) == "a RouteWindow")
    #expect(window.routePresenter.holder(of: NoteModel()) == nil)
  }

  @Test func `an unknown tab can't be selected`() {
    let window = RouteWindow(tabs: ["inbox", "archive"])
    window.tab = "archive"
    window.tab = "trash"
    #expect(window.tab == "archive")
    self.window.tab = "inbox"
    #expect(self.window.tab == "")
  }

  @Test func `a request without animation selects a tab without animation`() async throws {
    let window = RouteWindow(tabs: ["inbox", "archive"])
    let device = draw { Dynamic { Text(window.tab) } }
    let navigator = Navigator(from: window, in: registry)
    try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab("archive")])), animated: false)
    #expect(device.animations == [false])
    try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab("inbox")])))
    device.update()
    #expect(device.animations.last == true)
  }
}

@MainActor
@Suite("The environment of a screen", .timeLimit(.minutes(5)))
struct ScreenEnvironmentTests {
  private let scenario: Scenario

  init() throws { scenario = try Scenario() }

  /// Only a guarded screen has Waymark's back button.
  @Test(arguments: [RoutePath.Kind.push, .sheet])
  func `the environment's action removes the screen`(kind: RoutePath.Kind) async throws {
    let note = try await scenario.show(.note, .custom(kind, from: scenario.window)).route
    #expect(scenario.device.buttons == ["Help", "Leave"])
    #expect(scenario.device.press("Leave"))
    try await note.removed()
    #expect(await eventually { scenario.device.texts == ["root"] })
    #expect(scenario.window.sheet == nil && scenario.window.path.isEmpty)
  }

  @Test func `a popover shows destinations from its own window`() async throws {
    try await scenario.show(.note, .popover(from: scenario.window))
    #expect(scenario.device.press("Help"))
    #expect(scenario.device.layers == ["window", "popover", "sheet"])
  }

  @Test func `a route view makes its destination once and removes it at its end`() async throws {
    let (window, shows, log) = (RouteWindow(), Switch(), Log())
    let registry = try Registry {
      Route(NoteModel.self) {
        RoutableView(.note)
        Wrapped { Text($0.text) }
      } make: { () -> NoteModel in
        log.made += 1
        return NoteModel()
      }
      Route(Help.init) { RoutableView(.help) }
      Observes { event in
        if case .didRemove = event.phase { log.removed.append("\(event.destinationType)") }
      }
    }
    let device = draw {
      RouteStack(window) { Dynamic { if shows.isOn { RouteView(.note) } } }.registry(registry)
    }
    #expect(device.texts == ["a note"])
    try await registry.show(.help, .push(from: window))
    #expect(device.goBack())
    #expect(device.texts == ["a note"])
    #expect(log.made == 1)
    shows.isOn = false
    device.update()
    #expect(await eventually { log.removed == ["Help", "NoteModel"] })
  }

  @Test func `a route view without a route displays the error`() throws {
    let device = draw { RouteView(.preview).registry(scenario.registry) }
    #expect(device.texts.count == 1)
    #expect(device.texts.first?.contains("[unregistered]") == true)
  }

  @Test func `a preview creates its registry once`() {
    let (shows, log) = (Switch(), Log())
    let device = draw {
      Dynamic { if shows.isOn { Text("on") } }
        .registry {
          let _ = log.made += 1
          NoteModule()
        }
    }
    shows.isOn = false
    device.update()
    #expect(log.made == 1)
  }

  @Test func `an anchor on two views stays until both are gone`() async throws {
    let (window, shows) = (RouteWindow(), Switch())
    let device = draw {
      RouteStack(window) {
        Text("one").popoverAnchor("x")
        Dynamic { if shows.isOn { Text("two").popoverAnchor("x") } }
      }
    }
    shows.isOn = false
    device.update()
    try await scenario.registry.show(.help, .popover(from: window, at: "x"))
    #expect(device.popoverAnchors == ["one"])
  }
}
