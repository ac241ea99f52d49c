import Foundation
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

/// What is drawn besides a window, which a test changes.
@MainActor @Observable
private final class Switch {
  var isOn = true
}

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
    device = ModelDevice {
      Dynamic { if shows.isOn { RouteStack(window) { Text("root") }.registry(registry) } }
    }
    device.update()
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

  @Test(arguments: [RoutePath.Kind.push, .sheet])
  func `hiding the stack completes a removal`(kind: RoutePath.Kind) async throws {
    let note = try registry.perform(to: .note, path: .custom(kind, from: window))
    try await note.completed()
    device.holdsAnimations = true
    try note.remove()
    device.update()
    #expect(note.state == .removing)
    device.holdsAnimations = false
    hide()
    #expect(note.state == .removed)
  }

  @Test func `a removal completes although a screen above never disappears`() async throws {
    let lower = try registry.perform(to: .note, path: .push(from: window))
    try await lower.completed()
    let upper = try registry.perform(to: .help, path: .push(from: window))
    try await upper.completed()
    device.holdsAnimations = true
    try lower.remove()
    #expect([lower.state, upper.state] == [.removing, .removed])
    for _ in 0..<500 where lower.state != .removed { try await Task.sleep(for: .milliseconds(20)) }
    #expect(lower.state == .removed)
  }

  @Test func `hiding the stack completes a removal with a screen above`() async throws {
    let lower = try registry.perform(to: .note, path: .push(from: window))
    try await lower.completed()
    let upper = try registry.perform(to: .help, path: .push(from: window))
    try await upper.completed()
    device.holdsAnimations = true
    try lower.remove()
    device.update()
    #expect([lower.state, upper.state] == [.removing, .removed])
    device.holdsAnimations = false
    hide()
    #expect(lower.state == .removed)
  }

  @Test func `the screens above are reported first`() async throws {
    try await registry.perform(to: .note, path: .push(from: window)).completed()
    try await registry.perform(to: .help, path: .push(from: window)).completed()
    try await registry.perform(to: .more, path: .push(from: window)).completed()
    window.path = []
    #expect(log.removed == ["More", "Help", "NoteModel"])
  }

  @Test func `removing a sheet ends its screens`() async throws {
    let sheet = try registry.perform(to: .note, path: .sheet(from: window))
    try await sheet.completed()
    let inner = try #require(window.sheet?.window)
    let pushed = try registry.perform(to: .help, path: .push(from: inner))
    try await pushed.completed()
    try sheet.remove()
    try await sheet.removed()
    #expect(pushed.state == .removed)
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
    let note = try registry.perform(to: .note, path: .push(from: window))
    let model = try await note.completed()
    let sheet = try registry.perform(to: .guarded, path: .sheet(from: window))
    let guarded = try await sheet.completed()
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
    let device = ModelDevice { Dynamic { Text(window.tab) } }
    device.update()
    let navigator = Navigator(from: window, in: registry)
    try await navigator.apply(
      navigator.changes(to: RoutePlan(steps: [.tab("archive")])), animated: false)
    #expect(device.animations == [false])
    try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab("inbox")])))
    device.update()
    #expect(device.animations.last == true)
  }
}

@MainActor
@Suite("The environment of a screen", .timeLimit(.minutes(5)))
struct ScreenEnvironmentTests {
  @Test func `only a guarded screen has Waymark's back button`() async throws {
    let scenario = try Scenario()
    try await scenario.registry.perform(to: .note, path: .push(from: scenario.window)).completed()
    #expect(scenario.device.buttons == ["Help", "Leave"])
    #expect(scenario.device.press("Leave"))
    #expect(await eventually { scenario.device.texts == ["root"] })
  }

  @Test func `a popover shows destinations from its own window`() async throws {
    let scenario = try Scenario()
    try await scenario.registry.perform(to: .note, path: .popover(from: scenario.window)).completed()
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
    let device = ModelDevice {
      RouteStack(window) { Dynamic { if shows.isOn { RouteView(.note) } } }.registry(registry)
    }
    device.update()
    #expect(device.texts == ["a note"])
    try await registry.perform(to: .help, path: .push(from: window)).completed()
    #expect(device.goBack())
    #expect(device.texts == ["a note"])
    #expect(log.made == 1)
    shows.isOn = false
    device.update()
    #expect(await eventually { log.removed == ["Help", "NoteModel"] })
  }

  @Test func `a route view without a route displays the error`() throws {
    let registry = try Registry { NoteModule() }
    let device = ModelDevice { RouteView(.preview).registry(registry) }
    device.update()
    #expect(device.texts.count == 1)
    #expect(device.texts.first?.contains("[unregistered]") == true)
  }

  @Test func `a preview creates its registry once`() {
    let (shows, log) = (Switch(), Log())
    let device = ModelDevice {
      Dynamic { if shows.isOn { Text("on") } }
        .registry {
          let _ = log.made += 1
          NoteModule()
        }
    }
    device.update()
    shows.isOn = false
    device.update()
    #expect(log.made == 1)
  }

  @Test func `a link removes the screens shown before it`() async throws {
    let scenario = try Scenario()
    try await scenario.registry.perform(to: .more, path: .push(from: scenario.window)).completed()
    #expect(scenario.device.open(try #require(URL(string: "notes://help"))))
    #expect(await eventually { scenario.device.texts == ["help"] })
    #expect(scenario.window.path.count == 1)
  }

  @Test func `an anchor on two views stays until both are gone`() async throws {
    let (window, shows) = (RouteWindow(), Switch())
    let registry = try Registry { NoteModule() }
    let device = ModelDevice {
      RouteStack(window) {
        Text("one").popoverAnchor("x")
        Dynamic { if shows.isOn { Text("two").popoverAnchor("x") } }
      }
    }
    device.update()
    shows.isOn = false
    device.update()
    let help = try registry.perform(to: .help, path: .popover(from: window, at: "x"))
    try await help.completed()
    #expect(device.popoverAnchors == ["one"])
  }
}
