import AppKit
import Testing
import Waymark
import WaymarkAppKit

extension AppKitTests {
  @Suite @MainActor struct ShowingTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    @Test func `a popover points at its rectangle`() async throws {
      let rect = NSRect(x: 0, y: 0, width: 5, height: 5)
      let shown = try screen.show(
        .panel,
        .popover(
          from: screen.main, relativeTo: rect, of: screen.main.view, preferredEdge: .minX,
          behavior: .semitransient)
      ).route
      #expect(shown.destination?.view.window?.modelledKind == "popover 0 2 5.0")
      try shown.remove()
      let plain = try screen.show(.panel, .popover(from: screen.main.view)).route
      #expect(plain.destination?.view.window?.modelledKind == "popover 3 1 0.0")
      let button = NSView(frame: NSRect(x: 0, y: 0, width: 7, height: 7))
      screen.main.view.addSubview(button)
      let pointing = try screen.show(.panel, .popover(from: button)).view
      #expect(pointing.view.window?.modelledKind == "popover 3 1 7.0")
      screen.main.dismiss(try #require(plain.destination))
      await settle()
      #expect([shown.state, plain.state] == [.removed, .removed])
    }

    @Test func `an animator shows and removes its destination, and the window keeps its delegate`() throws {
      let fade = Fade()
      let shown = try screen.show(.guarded, .present(from: screen.main, animator: fade)).route
      #expect(fade.calls == ["present"])
      #expect(screen.window.delegate == nil)
      try shown.remove()
      #expect(fade.calls == ["present", "dismiss"])
      #expect(shown.state == .removed)
    }

    @Test func `parts appear and go away`() async throws {
      let box = NSView(frame: NSRect(x: 1, y: 1, width: 3, height: 4))
      screen.main.view.addSubview(box)
      let child = try screen.show(.panel, .addChild(to: screen.main, in: box)).route
      #expect(child.destination?.parent === screen.main)
      #expect(child.destination?.view.frame == NSRect(x: 0, y: 0, width: 3, height: 4))
      #expect(child.destination?.view.superview === box)
      #expect(child.destination?.view.autoresizingMask == [.width, .height])
      let label = try screen.show(.label, .addSubview(to: box)).route
      let (removed, view) = try screen.show(.label, .addSubview(to: box))
      #expect(label.destination?.superview === box && view.subviews.isEmpty)
      let presenter = screen.main.routePresenter
      #expect(presenter.holder(of: try #require(child.destination)) == "its parent, PlainController")
      #expect(presenter.holder(of: view) == "its superview, NSView")
      try removed.remove()
      #expect(view.superview == nil && view.subviews.isEmpty)
      try child.remove()
      #expect(screen.main.children.isEmpty)
      label.destination?.removeFromSuperview()
      await settle()
      #expect([child.state, label.state] == [.removed, .removed])
      #expect(box.subviews.isEmpty)
    }

    @Test func `a route opens and closes its own window`() async throws {
      let shown = try screen.show(.panel, .window(from: screen.main) { $0.title = "Panel" }).route
      let window = try #require(shown.destination?.view.window)
      #expect(window.title == "Panel" && window.isVisible && !window.isReleasedWhenClosed)
      #expect(window.delegate == nil)
      await userCloses(window)
      #expect(shown.state == .removed)
      let next = try screen.show(.panel, .window(from: screen.main)).route
      let second = try #require(next.destination?.view.window)
      try next.remove()
      #expect(!second.isVisible)
      #expect(next.state == .removed)
    }

    @Test func `closing a window asks the route and the delegate`() async throws {
      let delegate = UsersDelegate()
      let (shown, guarded) = try screen.show(.guarded, .window(from: screen.main) { $0.delegate = delegate })
      let window = try #require(guarded.view.window)
      await userCloses(window)
      #expect(shown.state == .routed && window.isVisible)
      #expect(guarded.questions == 1)
      delegate.allows = false
      await userCloses(window)
      #expect(guarded.questions == 1)
      window.delegate?.windowDidResize(Notification(name: Notification.Name("resize")))
      #expect(delegate.calls == ["should", "should", "resize"])
      delegate.allows = true
      guarded.mayLeave = true
      await userCloses(window)
      #expect(shown.state == .removed && !window.isVisible)
      #expect(window.delegate === delegate)
    }

    @Test func `a view in a sheet belongs to the window below`() throws {
      let panel = try screen.show(.panel, .sheet(from: screen.main)).view
      #expect(panel.navigationRoot === screen.window)
      #expect(panel.view.navigationRoot === screen.window)
      #expect(panel.view.window?.navigationRoot === screen.window)
      #expect(screen.main.view.navigationRoot === screen.window)
      let navigator = Navigator(from: screen.window, in: screen.registry)
      let above = try screen.show(.panel, .sheet(from: panel)).route
      #expect(above.state == .routed)
      #expect(navigator.screens.map(\.kind) == ["sheet", "sheet"])
      // Outside of any window, each is its own root.
      let (controller, view, window) = (PlainController(), NSView(), NSWindow())
      #expect(controller.navigationRoot === controller)
      #expect(controller.view.navigationRoot === controller)
      #expect(view.navigationRoot === view)
      #expect(window.navigationRoot === window)
    }
  }
}
