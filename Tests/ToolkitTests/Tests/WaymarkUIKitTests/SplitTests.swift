import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// A window with a split view controller.
@MainActor final class SplitScreen {
  let scene = UIWindowScene()
  let window: UIWindow
  let registry: Registry
  let split: UISplitViewController
  let primary = UINavigationController(rootViewController: PlainController())
  let secondary = UINavigationController(rootViewController: PlainController())

  init(isClassic: Bool = false) throws {
    registry = try Registry { NoteModule() }
    window = UIWindow(windowScene: scene)
    split = isClassic ? UISplitViewController() : UISplitViewController(style: .doubleColumn)
    window.rootViewController = split
    if isClassic {
      split.viewControllers = [primary, secondary]
    } else {
      split.setViewController(secondary, for: .secondary)
      split.setViewController(primary, for: .primary)
    }
    window.makeKeyAndVisible()
  }
}

extension UIKitTests {
  @Suite @MainActor struct SplitTests {
    private let screen: SplitScreen

    init() throws { screen = try SplitScreen() }

    @Test func `the split view controller shows from its visible controller`() async throws {
      let navigator = Navigator(from: screen.split, in: screen.registry)
      let plan = try screen.registry.plan(for: "notes://linked")
      let changing = Task { try await navigator.apply(navigator.changes(to: plan)) }
      await settle()
      try await changing.value
      #expect(screen.secondary.topViewController is Linked)
    }

    @Test func `a scene shows in the compact column while the others are hidden`() async throws {
      let compact = UINavigationController(rootViewController: PlainController())
      screen.split.setViewController(compact, for: .compact)
      screen.split.modelCollapse(true)
      let shown = try await screen.registry.show(.note, .push(from: screen.scene)).route
      #expect(shown.destination?.navigationController === compact)
      #expect(shown.state == .routed)
      screen.split.modelCollapse(false)
      let next = try await screen.registry.show(.note, .push(from: screen.scene)).route
      #expect(next.destination?.navigationController === screen.secondary)
      #expect([shown.state, next.state] == [.routed, .routed])
    }

    @Test func `a navigator uses the compact column's tabs while they're visible`() async throws {
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
      let shown = try await screen.registry.show(.note, .push(from: screen.scene)).route
      screen.split.modelCollapse(true, top: .primary)
      await settle()
      #expect(screen.secondary.viewIfLoaded?.window == nil)
      #expect(shown.state == .routed)
      let beside = try await screen.registry.show(.note, .push(from: screen.scene)).route
      #expect(beside.destination?.navigationController === screen.primary)
      screen.split.modelCollapse(false)
      await settle()
      try await remove(shown)
      #expect([shown.state, beside.state] == [.removed, .routed])
      screen.window.rootViewController = PlainController()
      await settle()
      #expect(beside.state == .removed)
    }

    @Test func `the screens of a hidden inspector stay`() async throws {
      let inspector = UINavigationController(rootViewController: PlainController())
      screen.split.setViewController(inspector, for: .inspector)
      #expect(inspector.viewIfLoaded?.window == nil)
      screen.split.show(.inspector)
      let shown = try await screen.registry.show(.note, .push(from: inspector)).route
      #expect(shown.destination?.navigationController === inspector)
      screen.split.hide(.inspector)
      await settle()
      #expect(shown.state == .routed)
      let beside = try await screen.registry.show(.note, .push(from: screen.scene)).route
      #expect(beside.destination?.navigationController === screen.secondary)
      screen.split.show(.inspector)
      try await remove(shown)
      #expect([shown.state, beside.state] == [.removed, .routed])
    }

    @Test func `a navigator records a detail that replaces its own source`() async throws {
      let navigator = Navigator(from: screen.scene, in: screen.registry)
      let list = try #require(screen.primary.topViewController)
      let (first, source) = try await screen.registry.show(.note, .showDetail(from: list, sender: nil))
      let second = try await screen.registry.show(.linked, .showDetail(from: source, sender: nil)).route
      #expect([first.state, second.state] == [.removed, .routed])
      #expect(source.navigationRoot !== screen.scene)
      #expect(navigator.screens.map(\.destination) == ["Linked"])
    }

    @Test(arguments: [true, false])
    func `a detail replaces the secondary column or is pushed`(isClassic: Bool) async throws {
      let screen = try SplitScreen(isClassic: isClassic)
      let inside = try await screen.registry.show(.note, .push(from: screen.scene)).route
      #expect(inside.destination?.navigationController === screen.secondary)
      let list = try #require(screen.primary.topViewController)
      let (first, note) = try await screen.registry.show(.note, .showDetail(from: list, sender: nil))
      #expect([inside.state, first.state] == [.removed, .routed])
      #expect((note.navigationController ?? note).parent === screen.split)
      #expect(first.canRemove == false)
      let second = try await screen.registry.show(.note, .showDetail(from: list, sender: nil)).route
      #expect([first.state, second.state] == [.removed, .routed])
      screen.split.modelCollapse(true, top: .primary)
      await settle()
      #expect(second.state == .routed)
      #expect(second.canRemove == false)
      let pushed = try await screen.registry.show(.note, .showDetail(from: list, sender: nil)).route
      #expect(screen.primary.topViewController === pushed.destination)
      try await remove(pushed)
      #expect(pushed.state == .removed)
    }
  }
}
