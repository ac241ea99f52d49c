import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("A navigator in a RouteWindow", .timeLimit(.minutes(5)))
struct NavigatorTests {
  private let scenario: Scenario
  private var registry: Registry { scenario.registry }

  init() throws { scenario = try Scenario() }

  @Test func `a navigator restores a plan with a sheet and its screens`() async throws {
    let plan: RoutePlan
    do {
      let navigator = Navigator(from: scenario.window, in: registry)
      try await navigator.open("notes://note/7")
      try await registry.show(.help, .sheet(from: scenario.window))
      let inner = try #require(scenario.window.sheet?.window)
      // It has no caller's preparation and a pattern without parameters, so a URL leads to it.
      try await registry.show(.more, .push(from: inner))
      plan = navigator.plan
    }
    #expect(plan.steps.map(\.kind) == ["push", "sheet", "push"])

    let second = try Scenario()
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
