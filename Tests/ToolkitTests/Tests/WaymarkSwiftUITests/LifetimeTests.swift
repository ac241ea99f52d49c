import Foundation
import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

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
  func `hiding the stack completes a presentation`(kind: RoutePath.Kind) throws {
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

  @Test func `the screens above are reported first, and a removed screen can't be put back`() async throws {
    try await registry.show(.note, .push(from: window))
    try await registry.show(.help, .push(from: window))
    try await registry.show(.more, .push(from: window))
    let old = window.path
    window.path = []
    #expect(log.removed == ["More", "Help", "NoteModel"])
    window.path = old
    #expect(window.path.isEmpty)
  }

  @Test(arguments: [RoutePath.Kind.sheet, .popover], [true, false])
  func `a modal view ends the screens above it`(kind: RoutePath.Kind, isApplications: Bool) async throws {
    let lower = try await registry.show(.note, .custom(kind, from: window)).route
    // The screens end although the application retains their windows.
    let inner = try #require((window.sheet ?? window.popover)?.window)
    let above = try await registry.show(.help, .sheet(from: inner)).route
    let innermost = try #require(inner.sheet?.window)
    let pushed = try await registry.show(.more, .push(from: innermost)).route
    if isApplications {
      window.sheet = nil
      window.popover = nil
    } else {
      try await remove(lower)
    }
    #expect([lower.state, above.state, pushed.state] == [.removed, .removed, .removed])
    #expect(innermost.path.isEmpty && inner.sheet == nil)
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

  @Test func `a route view makes its destination once and removes it at its end`() async throws {
    let (window, part, log) = (RouteWindow(), Switch(), log)
    let device = draw {
      RouteStack(window) { Dynamic { if part.isOn { RouteView(.note) { _ in log.made += 1 } } } }
        .registry(registry)
    }
    #expect(device.texts == ["a note"])
    try await registry.show(.help, .push(from: window))
    #expect(device.goBack())
    #expect(device.texts == ["a note"] && log.made == 1)
    part.isOn = false
    device.update()
    #expect(await eventually { log.removed == ["Help", "NoteModel"] })
  }
}
