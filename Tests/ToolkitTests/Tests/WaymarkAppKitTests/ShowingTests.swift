import AppKit
import Testing
import Waymark
import WaymarkAppKit

extension AppKitTests {
  @Suite @MainActor struct ShowingTests {
    typealias Panel = any (NSViewController & PanelInput)

    @Test func `a sheet appears and goes away`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .panel, path: .sheet(from: screen.main)) {
        $0.prepareDestination = { $0.name = "new" }
      }
      #expect(shown.state == .routed)
      #expect(try await shown.completed().name == "new, prepared")
      #expect(shown.destination?.view.window?.modelledKind == "sheet")
      #expect(shown.destination?.presentingViewController === screen.main)
      try shown.remove()
      #expect(shown.state == .removed)
      #expect(screen.main.presentedViewControllers == nil)
    }

    @Test func `a dismissal by the application removes the sheet`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .panel, path: .sheet(from: screen.window))
      screen.main.dismiss(try #require(shown.destination))
      await settle()
      #expect(shown.state == .removed)
    }

    @Test(arguments: [RoutePath.Kind.present, .modalWindow])
    func `the user can close a modal window`(_ kind: RoutePath.Kind) async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .panel, path: .custom(kind, from: screen.main))
      await settle()
      let window = try #require(shown.destination?.view.window)
      #expect(window.modelledKind == "modalWindow")
      window.performClose(nil)
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a popover points at its rectangle`() async throws {
      let screen = try Screen()
      let rect = NSRect(x: 0, y: 0, width: 5, height: 5)
      let shown = try screen.registry.perform(
        to: .panel,
        path: .popover(
          from: screen.main, relativeTo: rect, of: screen.main.view, preferredEdge: .minX,
          behavior: .semitransient))
      #expect(shown.destination?.view.window?.modelledKind == "popover 0 2 5.0")
      try shown.remove()
      let plain = try screen.registry.perform(to: .panel, path: .popover(from: screen.main.view))
      #expect(plain.destination?.view.window?.modelledKind == "popover 3 1 0.0")
      screen.main.dismiss(try #require(plain.destination))
      await settle()
      #expect([shown.state, plain.state] == [.removed, .removed])
    }

    @Test func `an animator shows and removes its destination`() throws {
      let screen = try Screen()
      let fade = Fade()
      let shown = try screen.registry.perform(to: .panel, path: .present(from: screen.main, animator: fade))
      #expect(fade.calls == ["present"])
      try shown.remove()
      #expect(fade.calls == ["present", "dismiss"])
      #expect(shown.state == .removed)
    }

    @Test func `parts appear and go away`() async throws {
      let screen = try Screen()
      let box = NSView(frame: NSRect(x: 1, y: 1, width: 3, height: 4))
      screen.main.view.addSubview(box)
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: screen.main, in: box))
      #expect(child.destination?.parent === screen.main)
      #expect(child.destination?.view.frame == NSRect(x: 0, y: 0, width: 3, height: 4))
      #expect(child.destination?.view.superview === box)
      #expect(child.destination?.view.autoresizingMask == [.width, .height])
      let label = try screen.registry.perform(to: .label, path: .addSubview(to: box))
      #expect(label.destination?.superview === box)
      try child.remove()
      #expect(screen.main.children.isEmpty)
      label.destination?.removeFromSuperview()
      await settle()
      #expect([child.state, label.state] == [.removed, .removed])
      #expect(box.subviews.isEmpty)
    }

    @Test func `a route opens and closes its own window`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(
        to: .panel, path: .window(from: screen.main) { $0.title = "Panel" })
      let window = try #require(shown.destination?.view.window)
      #expect(window.title == "Panel" && window.isVisible && !window.isReleasedWhenClosed)
      #expect(window.delegate == nil)
      window.performClose(nil)
      await settle()
      #expect(shown.state == .removed)
      let next = try screen.registry.perform(to: .panel, path: .window(from: screen.main))
      let second = try #require(next.destination?.view.window)
      try next.remove()
      #expect(!second.isVisible)
      #expect(next.state == .removed)
    }

    @Test func `closing a window asks the route and the delegate`() async throws {
      let screen = try Screen()
      let delegate = UsersDelegate()
      let shown = try screen.registry.perform(
        to: .guarded, path: .window(from: screen.main) { $0.delegate = delegate })
      let guarded = try #require(shown.destination)
      let window = try #require(guarded.view.window)
      window.performClose(nil)
      await settle()
      #expect(shown.state == .routed && window.isVisible)
      #expect(guarded.questions == 1)
      delegate.allows = false
      window.performClose(nil)
      await settle()
      #expect(guarded.questions == 1)
      window.delegate?.windowDidResize(Notification(name: Notification.Name("resize")))
      #expect(delegate.calls == ["should", "should", "resize"])
      delegate.allows = true
      guarded.mayLeave = true
      window.performClose(nil)
      await settle()
      #expect(shown.state == .removed && !window.isVisible)
      #expect(window.delegate === delegate)
    }

    @Test(arguments: [RoutePath.Kind.present, .modalWindow])
    func `closing a modal window asks the route`(_ kind: RoutePath.Kind) async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .custom(kind, from: screen.main))
      await settle()
      let guarded = try #require(shown.destination)
      let window = try #require(guarded.view.window)
      window.performClose(nil)
      await settle()
      #expect(shown.state == .routed && window.isVisible)
      window.delegate?.windowDidResize(Notification(name: Notification.Name("resize")))
      #expect(guarded.resizes == 1)
      guarded.mayLeave = true
      window.performClose(nil)
      await settle()
      #expect(shown.state == .removed && !window.isVisible)
      #expect(guarded.questions == 2)
      #expect(guarded.presentingViewController == nil)
      #expect(window.delegate === guarded)
    }
  }
}
