import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("Pushing in a RouteStack, by requests and navigators", .timeLimit(.minutes(5)))
struct StackTests {
  private let (window, registry, device): DrawnWindow

  init() throws { (window, registry, device) = try drawnWindow() }

  @Test func `the stack draws a pushed model when it completes`() async throws {
    let note = try registry.perform(to: .note, path: .push(from: window))
    #expect(note.state == .routing, "it completes when it has appeared")
    try await note.completed().text = "hello"
    device.update()
    #expect(device.texts == ["hello"])
    #expect(window.path.map(\.kind) == [.push])
    #expect(window.path.first?.destination as? NoteModel === note.destination)
    // Only a guarded screen has Waymark's back button.
    #expect(device.hasBackButton && device.buttons == ["Help", "Leave"])
  }

  @Test func `removing a screen before it appears ends its route`() async throws {
    let note = try registry.perform(to: .note, path: .push(from: window))
    window.path = []
    #expect(note.state == .removed)
  }

  @Test func `an undrawn window shows at once and draws later`() async throws {
    let window = RouteWindow()
    let note = try registry.perform(to: .note, path: .push(from: window))
    #expect(note.state == .routed)
    let device = draw { RouteStack(window) { Text("root") } }
    #expect(device.texts == ["a note"])
  }

  @Test func `the guarded back button has the application's text or the environment's title`() async throws {
    device.strings = ["Back": "Zurück"]
    try await registry.show(.guarded, .push(from: window))
    #expect(device.toolbar == ["topBarLeading: Zurück"])
    let window = RouteWindow()
    let device = draw { RouteStack(window) { Text("root") }.environment(\.backTitle, Text("Notes")) }
    try await registry.show(.guarded, .push(from: window))
    #expect(device.toolbar == ["topBarLeading: Notes"])
  }

  // MARK: - Navigators

  @Test func `a navigator restores a plan with a sheet and its screens`() async throws {
    let plan: RoutePlan
    do {
      let navigator = Navigator(from: window, in: registry)
      try await navigator.open("notes://note/7")
      try await registry.show(.help, .sheet(from: window))
      let inner = try #require(window.sheet?.window)
      // It has no caller's preparation and a pattern without parameters, so a URL leads to it.
      try await registry.show(.more, .push(from: inner))
      plan = navigator.plan
    }
    #expect(plan.steps.map(\.kind) == ["push", "sheet", "push"])

    let second = try drawnWindow()
    let navigator = Navigator(from: second.window, in: second.registry)
    try await navigator.apply(navigator.changes(to: plan))
    #expect(second.device.layers == ["window", "sheet"])
    #expect(second.device.texts == ["wrapped"])
    #expect(second.window.path.count == 1)
    #expect(second.window.sheet?.window?.path.count == 1)
    #expect(navigator.plan.steps.map(\.kind) == ["push", "sheet", "push"])
    try await navigator.apply(navigator.changes(to: RoutePlan(steps: [])))
    #expect(second.device.layers == ["window"])
    #expect(second.device.texts == ["root"])
  }

  @Test func `a navigator selects tabs that keep their own screens`() async throws {
    let window = RouteWindow(tabs: ["inbox", "archive"])
    let device = draw {
      TabView(selection: Bindable(window).tab) {
        RouteStack(window, tab: "inbox") { Text("inbox") }.tabItem { Text("Inbox") }.tag("inbox")
        RouteStack(window, tab: "archive") { Text("archive") }.tabItem { Text("Archive") }.tag("archive")
      }
      .presentsRoutes(of: window)
    }
    #expect(device.texts == ["inbox"])
    let navigator = Navigator(from: window, in: registry)
    try await navigator.open("notes://help")
    #expect(device.texts == ["help"])
    let plan = try RoutePlan(steps: [.tab("archive")] + registry.plan(for: "notes://note/7").steps)
    try await navigator.apply(navigator.changes(to: plan))
    #expect(await eventually { device.texts == ["a note"] })
    #expect(window.tab == "archive")
    #expect(device.selectTab("inbox"))
    #expect(device.texts == ["help"], "a tab keeps its screens")
    #expect(navigator.plan.steps.first?.tab == "inbox")
    try await registry.show(.more, .sheet(from: window))
    #expect(device.layers == ["window", "sheet"])
    let inner = try #require(window.sheet?.window)
    try await registry.show(.help, .push(from: inner))
    let changes = try navigator.changes(to: RoutePlan(steps: [.tab("archive")]))
    // The screen in the sheet is above all tabs. The plan has no step in the other tab, which shows a note.
    #expect(changes.removed.map(\.kind) == ["push", "sheet", "push"])
  }

  @Test func `a navigator doesn't show the stack's root again`() async throws {
    let window = RouteWindow()
    let device = draw { RouteStack(window, root: "notes://help") { Text("root") } }
    let navigator = Navigator(from: window, in: registry)
    try await navigator.open("notes://note/7")
    #expect(device.texts == ["a note"])
    try await navigator.open("notes://help")
    #expect(device.texts == ["root"] && navigator.screens.isEmpty)
    #expect(window.rootURL(inTab: nil) == "notes://help" && window.rootURL(inTab: "other") == nil)
  }
}
