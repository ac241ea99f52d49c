import AppKit
import Testing
import Waymark
import WaymarkAppKit

extension AppKitTests {
  @Suite @MainActor struct TabTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    /// Returns a controller with two tabs.
    private func tabs(named names: [String?]) -> NSTabViewController {
      let tabs = NSTabViewController()
      for name in names {
        let item = NSTabViewItem(viewController: PlainController())
        item.identifier = name
        tabs.addTabViewItem(item)
      }
      return tabs
    }

    @Test(arguments: [["inbox", "archive"], [nil, nil]])
    func `a step selects a tab`(names: [String?]) async throws {
      let tabs = tabs(named: names)
      screen.window.contentViewController = tabs
      let (first, second) = (names[0] ?? "0", names[1] ?? "1")
      let child = try #require(tabs.children.first)
      for source in [screen.window, tabs, tabs.view, child] as [any RouteSource] {
        tabs.selectedTabViewItemIndex = 0
        let navigator = Navigator(from: source, in: screen.registry)
        #expect(navigator.plan.steps.map(\.tab) == [first])
        try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab(second)])))
        #expect(tabs.selectedTabViewItemIndex == 1)
        try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab(second)])))
        #expect(tabs.selectedTabViewItemIndex == 1)
      }
    }

    @Test func `selecting another tab removes a shown sheet, and an unknown tab is reported`() async throws {
      screen.window.contentViewController = tabs(named: ["inbox", "archive"])
      let navigator = Navigator(from: screen.window, in: screen.registry)
      let sheet = try screen.show(.panel, .sheet(from: screen.window)).route
      #expect(sheet.state == .routed)
      try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab("archive")])))
      #expect(sheet.state == .removed)
      #expect(navigator.plan.steps.map(\.tab) == ["archive"])
      await #expect {
        try await navigator.apply(navigator.changes(to: RoutePlan(steps: [.tab("trash")])))
      } throws: {
        "\($0)" == """
          the tab view controller has no tab 'trash': it has inbox, archive [unsupportedPath]
              To fix: use a String as the identifier of the tab's NSTabViewItem
          """
      }
    }

    @Test func `a tab step in a window without tabs is an error`() throws {
      let navigator = Navigator(from: screen.window, in: screen.registry)
      #expect(navigator.plan.steps.isEmpty)
      #expect(throws: RouteError.self) { try navigator.changes(to: RoutePlan(steps: [.tab("inbox")])) }
    }
  }
}
