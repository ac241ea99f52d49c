import AppKit
import Testing
import Waymark
import WaymarkAppKit

extension AppKitTests {
  @Suite @MainActor struct RemovalTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    @Test(arguments: [RoutePath.Kind.window, .modalWindow, .sheet], [true, false])
    func `the parts of a view and the views above it go with it`(kind: RoutePath.Kind, isRemoval: Bool)
      async throws
    {
      let (lower, panel) = try screen.show(.panel, .custom(kind, from: screen.main))
      // A task shows a modal window later.
      await settle()
      let child = try screen.show(.panel, .addChild(to: panel)).route
      let labels = try [panel as any RouteSource, panel.view].map {
        try screen.show(.label, .addSubview(to: $0)).route
      }
      let other = try screen.show(.label, .addSubview(to: screen.main)).route
      let (sheet, upper) = try screen.show(.panel, .sheet(from: panel))
      let above = try screen.show(.panel, .popover(from: upper)).route
      if isRemoval {
        try lower.remove()
      } else if kind == .sheet {
        screen.main.dismiss(panel)
      } else {
        panel.view.window?.close()
      }
      await settle()
      #expect([lower.state, child.state, sheet.state, above.state].allSatisfy { $0 == .removed })
      #expect(labels.allSatisfy { $0.state == .removed } && other.state == .routed)
      #expect(panel.presentedViewControllers == nil && upper.presentedViewControllers == nil)
    }

    @Test func `views in a window that the application shows again stay`() async throws {
      screen.window.isReleasedWhenClosed = false
      let child = try screen.show(.panel, .addChild(to: screen.main)).route
      let label = try screen.show(.label, .addSubview(to: screen.main)).route
      let animated = try screen.show(.panel, .present(from: screen.main, animator: Fade())).route
      screen.window.close()
      await settle()
      #expect([child.state, label.state, animated.state] == [.routed, .routed, .routed])
      screen.window.makeKeyAndOrderFront(nil)
      try child.remove()
      #expect(screen.main.children.isEmpty)
    }

    @Test func `a window outlives the window of its source`() async throws {
      var source: NSWindow? = NSWindow(contentViewController: PlainController())
      source?.makeKeyAndOrderFront(nil)
      let (shown, panel) = try screen.show(.panel, .window(from: try #require(source)))
      source?.close()
      source = nil
      await settle()
      let waiting = Task { try await shown.removed() }
      await settle()
      #expect(shown.state == .routed)
      await userCloses(panel.view.window)
      try await waiting.value
      #expect(shown.state == .removed)
    }

    @Test func `parts stay while the application shows other content`() async throws {
      let content = PlainController()
      screen.main.addChild(content)
      screen.main.view.addSubview(content.view)
      let child = try screen.show(.panel, .addChild(to: content)).route
      let label = try screen.show(.label, .addSubview(to: content)).route
      await settle()
      content.view.removeFromSuperview()
      content.removeFromParent()
      await settle()
      #expect([child.state, label.state] == [.routed, .routed])
      screen.window.contentViewController = PlainController()
      await settle()
      #expect([child.state, label.state] == [.removed, .removed])
    }

    @Test func `a sheet keeps its parts while its view moves`() async throws {
      let (sheet, panel) = try screen.show(.panel, .sheet(from: screen.main))
      let child = try screen.show(.panel, .addChild(to: panel)).route
      panel.view.window?.contentViewController = nil
      await settle()
      #expect([sheet.state, child.state] == [.routed, .routed])
      screen.main.dismiss(panel)
      try screen.show(.label, .addSubview(to: screen.main))
      #expect([sheet.state, child.state] == [.removed, .removed])
    }

    @Test func `a part added before its controller appears goes with the controller`() async throws {
      let early = PlainController()
      let child = try screen.show(.panel, .addChild(to: early)).route
      screen.window.contentViewController = early
      await settle()
      screen.window.contentViewController = PlainController()
      await settle()
      #expect(child.state == .removed)
    }

    @Test func `removing a part removes the parts inside it`() throws {
      let outer = try screen.show(.panel, .addChild(to: screen.main)).route
      let inner = try screen.show(.panel, .addChild(to: try #require(outer.destination))).route
      try outer.remove()
      #expect([outer.state, inner.state] == [.removed, .removed])
    }

    @Test func `the parts of an unselected tab stay`() async throws {
      let tabs = NSTabViewController()
      for _ in 0..<2 { tabs.addTabViewItem(NSTabViewItem(viewController: PlainController())) }
      screen.window.contentViewController = tabs
      let child = try screen.show(.panel, .addChild(to: tabs.children[0])).route
      let label = try screen.show(.label, .addSubview(to: tabs.children[0])).route
      tabs.selectedTabViewItemIndex = 1
      await settle()
      #expect([child.state, label.state] == [.routed, .routed])
      screen.window.contentViewController = PlainController()
      // No view of that tab has left a window, so the next request reports it.
      try screen.show(.label, .addSubview(to: screen.window.contentViewController ?? tabs))
      #expect([child.state, label.state] == [.removed, .removed])
    }

    @Test(arguments: [true, false])
    func `the next change reports a removed view that was never visible`(isRemoval: Bool) throws {
      let alone = PlainController()
      let child = try screen.show(.panel, .addChild(to: alone)).route
      let label = try screen.show(.label, .addSubview(to: screen.main)).route
      #expect(child.state == .routed)
      child.destination?.view.removeFromSuperview()
      child.destination?.removeFromParent()
      #expect(child.state == .routed)
      if isRemoval {
        try label.remove()
        #expect(label.destination == nil)
      } else {
        // A request that fails looks for it, too.
        #expect(throws: RouteError.self) {
          try screen.registry.perform(to: .panel, path: .addChild(to: screen.main, in: NSView()))
        }
      }
      #expect(child.state == .removed)
    }

    @Test func `a hidden window stays routed`() async throws {
      let shown = try screen.show(.panel, .window(from: screen.main)).route
      shown.destination?.view.window?.orderOut(nil)
      let label = try screen.show(.label, .addSubview(to: screen.main)).route
      await settle()
      #expect([shown.state, label.state] == [.routed, .routed])
    }

    @Test func `replacing a window's content reports its removal`() async throws {
      let shown = try screen.show(.panel, .window(from: screen.main)).route
      shown.destination?.view.window?.contentViewController = PlainController()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `the presenter observes the run loop only while a destination is shown`() async throws {
      await settle()
      let count = CFRunLoop.modelObserverCount
      let first = try screen.show(.label, .addSubview(to: screen.main)).route
      let second = try screen.show(.label, .addSubview(to: screen.main)).route
      // Another test of AppKit may show something, and UIKit's presenter has an observer of its own.
      #expect([count, count + 1].contains(CFRunLoop.modelObserverCount))
      try first.remove()
      try second.remove()
      #expect(CFRunLoop.modelObserverCount == count)
    }
  }
}
