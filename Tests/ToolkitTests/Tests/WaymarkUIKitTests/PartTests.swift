import Testing
import UIKit
import Waymark
import WaymarkUIKit

extension UIKitTests {
  @Suite @MainActor struct PartTests {
    @Test func `a child controller gets its calls in the documented order`() async throws {
      let screen = try Screen()
      let box = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
      screen.list.view.addSubview(box)
      let shown = try screen.registry.perform(to: .note, path: .addChild(to: screen.list, in: box))
      let note = try #require(shown.destination as? NoteController)
      #expect(note.calls == ["willMove PlainController", "loadView", "didMove PlainController"])
      #expect(note.parent === screen.list)
      #expect(note.view.superview === box)
      #expect(note.view.frame == CGRect(x: 0, y: 0, width: 30, height: 40))
      #expect(note.view.autoresizingMask == [.flexibleWidth, .flexibleHeight])
      note.calls = []
      try shown.remove()
      #expect(shown.state == .removed)
      #expect(note.calls == ["willMove nil", "didMove nil"])
      #expect(note.view.superview == nil)
    }

    @Test func `removing a child in the application removes its route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .addChild(to: screen.list))
      #expect(shown.destination?.view.superview === screen.list.view)
      shown.destination?.willMove(toParent: nil)
      shown.destination?.view.removeFromSuperview()
      shown.destination?.removeFromParent()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a subview appears and goes away`() async throws {
      let screen = try Screen()
      let first = try screen.registry.perform(to: .badge, path: .addSubview(to: screen.list))
      let second = try screen.registry.perform(to: .badge, path: .addSubview(to: screen.list.view))
      #expect(
        screen.list.view.subviews == [try #require(first.destination), try #require(second.destination)])
      try first.remove()
      second.destination?.removeFromSuperview()
      await settle()
      #expect([first.state, second.state] == [.removed, .removed])
      #expect(screen.list.view.subviews.isEmpty)
    }

    @Test func `a child is asked before the screen that has it`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list)) {
        $0.animated = false
      }
      let note = try #require(shown.destination as? NoteController)
      let child = try screen.registry.perform(to: .guarded, path: .addChild(to: note))
      let guarded = try #require(child.destination)
      #expect(try await shown.leave() == false)
      guarded.mayLeave = true
      #expect(try await shown.leave { $0.animated = false })
      await settle()
      #expect([shown.state, child.state] == [.removed, .removed])
    }

    @Test func `a route opens and closes its own window`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(
        to: .note, path: .window(in: screen.scene) { $0.frame = CGRect(x: 0, y: 0, width: 7, height: 7) })
      let window = try #require(shown.destination?.view.window)
      #expect(screen.scene.windows == [screen.window, window])
      #expect(window.isKeyWindow && !window.isHidden)
      #expect(window.frame.width == 7)
      try shown.remove()
      #expect(window.isHidden && window.windowScene == nil && window.rootViewController == nil)
      #expect(screen.window.isKeyWindow)
      #expect(shown.state == .removed)
    }
  }
}
