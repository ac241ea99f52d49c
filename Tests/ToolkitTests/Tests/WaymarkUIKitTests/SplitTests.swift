import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// A window with a split view controller in the style of columns.
@MainActor final class SplitScreen {
  let scene = UIWindowScene()
  let window: UIWindow
  let registry: Registry
  let split = UISplitViewController(style: .doubleColumn)
  let primary = UINavigationController(rootViewController: PlainController())
  let secondary = UINavigationController(rootViewController: PlainController())

  init() throws {
    registry = try Registry { NoteModule() }
    window = UIWindow(windowScene: scene)
    window.rootViewController = split
    split.setViewController(secondary, for: .secondary)
    split.setViewController(primary, for: .primary)
    window.makeKeyAndVisible()
  }
}

extension UIKitTests {
  @Suite @MainActor struct SplitTests {
    @Test func `a scene shows in the secondary column`() async throws {
      let screen = try SplitScreen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.scene))
      await settle()
      #expect(shown.destination?.navigationController === screen.secondary)
    }

    @Test func `a source in a column shows in that column`() async throws {
      let screen = try SplitScreen()
      let list = try #require(screen.primary.topViewController)
      let shown = try screen.registry.perform(to: .note, path: .push(from: list))
      await settle()
      #expect(shown.destination?.navigationController === screen.primary)
    }

    @Test func `the split view controller shows from its visible controller`() async throws {
      let screen = try SplitScreen()
      let navigator = Navigator(from: screen.split, in: screen.registry)
      let plan = try screen.registry.plan(for: "notes://linked")
      let changing = Task { try await navigator.apply(navigator.changes(to: plan)) }
      await settle()
      try await changing.value
      #expect(screen.secondary.topViewController is Linked)
    }

    @Test func `a scene shows in the compact column while the others are hidden`() async throws {
      let screen = try SplitScreen()
      let compact = UINavigationController(rootViewController: PlainController())
      screen.split.setViewController(compact, for: .compact)
      screen.split.modelCollapse(true)
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.scene))
      await settle()
      #expect(shown.destination?.navigationController === compact)
      #expect(shown.state == .routed)
      screen.split.modelCollapse(false)
      let next = try screen.registry.perform(to: .note, path: .push(from: screen.scene))
      await settle()
      #expect(next.destination?.navigationController === screen.secondary)
      #expect([shown.state, next.state] == [.routed, .routed])
    }

    @Test func `a navigator uses the compact column's tabs while they're visible`() async throws {
      let screen = try SplitScreen()
      let tabBar = UITabBarController()
      tabBar.viewControllers = [PlainController(), PlainController()]
      screen.split.setViewController(tabBar, for: .compact)
      let navigator = Navigator(from: screen.scene, in: screen.registry)
      #expect(navigator.plan.steps.isEmpty)
      screen.split.modelCollapse(true)
      #expect(navigator.plan.steps.map(\.tab) == ["0"])
      screen.split.modelCollapse(false)
      #expect(navigator.plan.steps.isEmpty)
    }

    @Test func `the screens of a hidden column stay`() async throws {
      let screen = try SplitScreen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.scene))
      await settle()
      screen.split.modelCollapse(true, top: .primary)
      await settle()
      #expect(screen.secondary.viewIfLoaded?.window == nil)
      #expect(shown.state == .routed)
      let beside = try screen.registry.perform(to: .note, path: .push(from: screen.scene))
      await settle()
      #expect(beside.destination?.navigationController === screen.primary)
      screen.split.modelCollapse(false)
      await settle()
      try shown.remove()
      await settle()
      #expect([shown.state, beside.state] == [.removed, .routed])
      screen.window.rootViewController = PlainController()
      await settle()
      #expect(beside.state == .removed)
    }

    @Test func `the screens of a hidden inspector stay`() async throws {
      let screen = try SplitScreen()
      let inspector = UINavigationController(rootViewController: PlainController())
      screen.split.setViewController(inspector, for: .inspector)
      #expect(inspector.viewIfLoaded?.window == nil)
      screen.split.show(.inspector)
      let shown = try screen.registry.perform(to: .note, path: .push(from: inspector))
      await settle()
      #expect(shown.destination?.navigationController === inspector)
      screen.split.hide(.inspector)
      await settle()
      #expect(shown.state == .routed)
      let beside = try screen.registry.perform(to: .note, path: .push(from: screen.scene))
      await settle()
      #expect(beside.destination?.navigationController === screen.secondary)
      screen.split.show(.inspector)
      try shown.remove()
      await settle()
      #expect([shown.state, beside.state] == [.removed, .routed])
    }

    @Test func `a navigator records a detail that replaces its own source`() async throws {
      let screen = try SplitScreen()
      let navigator = Navigator(from: screen.scene, in: screen.registry)
      let list = try #require(screen.primary.topViewController)
      let first = try screen.registry.perform(to: .note, path: .showDetail(from: list, sender: nil))
      await settle()
      let source = try #require(first.destination)
      let second = try screen.registry.perform(to: .linked, path: .showDetail(from: source, sender: nil))
      await settle()
      #expect([first.state, second.state] == [.removed, .routed])
      #expect(source.navigationRoot !== screen.scene)
      #expect(navigator.screens.map(\.destination) == ["Linked"])
    }

    @Test func `a detail replaces the secondary column`() async throws {
      let screen = try SplitScreen()
      let inside = try screen.registry.perform(to: .note, path: .push(from: screen.scene))
      await settle()
      let list = try #require(screen.primary.topViewController)
      let first = try screen.registry.perform(to: .note, path: .showDetail(from: list, sender: nil))
      await settle()
      #expect([inside.state, first.state] == [.removed, .routed])
      #expect(screen.split.viewController(for: .secondary) === first.destination)
      #expect(first.canRemove == false)
      let second = try screen.registry.perform(to: .note, path: .showDetail(from: list, sender: nil))
      await settle()
      #expect([first.state, second.state] == [.removed, .routed])
      screen.split.modelCollapse(true, top: .primary)
      await settle()
      #expect(second.state == .routed)
      #expect(second.canRemove == false)
      let pushed = try screen.registry.perform(to: .note, path: .showDetail(from: list, sender: nil))
      await settle()
      #expect(screen.primary.topViewController === pushed.destination)
      try pushed.remove()
      await settle()
      #expect(pushed.state == .removed)
    }
  }
}
