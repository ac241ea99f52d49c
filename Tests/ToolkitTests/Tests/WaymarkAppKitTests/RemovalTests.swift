import AppKit
import Testing
import Waymark
import WaymarkAppKit

extension AppKitTests {
  @Suite @MainActor struct RemovalTests {
    @Test func `closing a window removes its parts`() async throws {
      let screen = try Screen()
      let window = try screen.registry.perform(to: .panel, path: .window(from: screen.main))
      let panel = try #require(window.destination)
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: panel))
      let label = try screen.registry.perform(to: .label, path: .addSubview(to: panel))
      let other = try screen.registry.perform(to: .label, path: .addSubview(to: screen.main))
      panel.view.window?.performClose(nil)
      await settle()
      #expect(
        [window.state, child.state, label.state, other.state] == [.removed, .removed, .removed, .routed])
    }

    @Test(arguments: [false, true])
    func `parts are asked before the user closes the window that has them`(isModal: Bool) async throws {
      let screen = try Screen()
      let path = isModal ? RoutePath.present(from: screen.main) : .window(from: screen.main)
      let window = try screen.registry.perform(to: .panel, path: path)
      await settle()
      let panel = try #require(window.destination)
      let child = try screen.registry.perform(to: .guarded, path: .addChild(to: panel))
      let guarded = try #require(child.destination)
      panel.view.window?.performClose(nil)
      await settle()
      #expect([window.state, child.state] == [.routed, .routed] && guarded.questions == 1)
      #expect(try await window.leave() == false)
      guarded.mayLeave = true
      panel.view.window?.performClose(nil)
      await settle()
      #expect([window.state, child.state] == [.removed, .removed] && guarded.questions == 3)
    }

    @Test func `dismissing a sheet removes its parts`() async throws {
      let screen = try Screen()
      let sheet = try screen.registry.perform(to: .panel, path: .sheet(from: screen.main))
      let panel = try #require(sheet.destination)
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: panel))
      let label = try screen.registry.perform(to: .label, path: .addSubview(to: panel.view))
      screen.main.dismiss(panel)
      await settle()
      #expect([sheet.state, child.state, label.state] == [.removed, .removed, .removed])
    }

    @Test func `a sheet keeps its parts while its view moves`() async throws {
      let screen = try Screen()
      let sheet = try screen.registry.perform(to: .panel, path: .sheet(from: screen.main))
      let panel = try #require(sheet.destination)
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: panel))
      panel.view.window?.contentViewController = nil
      await settle()
      #expect([sheet.state, child.state] == [.routed, .routed])
      screen.main.dismiss(panel)
      try screen.registry.perform(to: .label, path: .addSubview(to: screen.main))
      #expect([sheet.state, child.state] == [.removed, .removed])
    }

    @Test func `removing a child of a sheet keeps the sheet`() async throws {
      let screen = try Screen()
      let sheet = try screen.registry.perform(to: .panel, path: .sheet(from: screen.main))
      let panel = try #require(sheet.destination)
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: panel))
      let inner = try #require(child.destination)
      #expect(inner.presentingViewController === screen.main)
      #expect(child.canRemove)
      try child.remove()
      await settle()
      #expect([sheet.state, child.state] == [.routed, .removed])
      #expect(panel.children.isEmpty && inner.view.superview == nil)
      try sheet.remove()
      #expect(sheet.state == .removed)
    }

    @Test func `removing a part removes the parts inside it`() throws {
      let screen = try Screen()
      let outer = try screen.registry.perform(to: .panel, path: .addChild(to: screen.main))
      let inner = try screen.registry.perform(
        to: .panel, path: .addChild(to: try #require(outer.destination)))
      try outer.remove()
      #expect([outer.state, inner.state] == [.removed, .removed])
    }

    @Test func `the parts of an unselected tab stay`() async throws {
      let screen = try Screen()
      let tabs = NSTabViewController()
      for _ in 0..<2 { tabs.addTabViewItem(NSTabViewItem(viewController: PlainController())) }
      screen.window.contentViewController = tabs
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: tabs.children[0]))
      let label = try screen.registry.perform(to: .label, path: .addSubview(to: tabs.children[0]))
      tabs.selectedTabViewItemIndex = 1
      await settle()
      #expect([child.state, label.state] == [.routed, .routed])
      screen.window.contentViewController = PlainController()
      // No view of that tab has left a window, so the next request reports it.
      try screen.registry.perform(
        to: .label, path: .addSubview(to: screen.window.contentViewController ?? tabs))
      #expect([child.state, label.state] == [.removed, .removed])
    }

    @Test func `the next removal reports a removed view that was never visible`() throws {
      let screen = try Screen()
      let alone = PlainController()
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: alone))
      let label = try screen.registry.perform(to: .label, path: .addSubview(to: screen.main))
      #expect(child.state == .routed)
      child.destination?.view.removeFromSuperview()
      child.destination?.removeFromParent()
      #expect(child.state == .routed)
      try label.remove()
      #expect(label.destination == nil && child.state == .removed)
    }

    @Test func `a failing request reports a removed view that was never visible`() throws {
      let screen = try Screen()
      let alone = PlainController()
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: alone))
      child.destination?.removeFromParent()
      #expect(throws: RouteError.self) {
        try screen.registry.perform(to: .panel, path: .addChild(to: screen.main, in: NSView()))
      }
      #expect(child.state == .removed)
    }

    @Test func `removing a subview takes it out of its superview`() throws {
      let screen = try Screen()
      let label = try screen.registry.perform(to: .label, path: .addSubview(to: screen.main))
      let view = try #require(label.destination)
      #expect(view.superview === screen.main.view)
      #expect(view.subviews.isEmpty)
      try label.remove()
      #expect(view.superview == nil)
      #expect(view.subviews.isEmpty)
    }

    @Test func `a hidden window stays routed`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .panel, path: .window(from: screen.main))
      shown.destination?.view.window?.orderOut(nil)
      let label = try screen.registry.perform(to: .label, path: .addSubview(to: screen.main))
      await settle()
      #expect([shown.state, label.state] == [.routed, .routed])
    }

    @Test func `replacing a window's content reports its removal`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .panel, path: .window(from: screen.main))
      shown.destination?.view.window?.contentViewController = PlainController()
      await settle()
      #expect(shown.state == .removed)
    }
  }
}
