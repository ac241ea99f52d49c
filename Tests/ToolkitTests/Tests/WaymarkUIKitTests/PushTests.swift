import Testing
import UIKit
import Waymark
import WaymarkUIKit

extension UIKitTests {
  @Suite @MainActor struct PushTests {
    @Test func `a push completes when its animation ends`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list)) {
        $0.prepareDestination = { $0.text = "new" }
      }
      #expect(shown.state == .routing)
      #expect(screen.navigation.viewControllers.count == 2)
      ModelAnimations.finishAll()
      #expect(shown.state == .routed)
      #expect(try await shown.completed().text == "new, prepared")
      #expect(screen.navigation.topViewController === shown.destination)
    }

    @Test func `a push without animation completes at once`() throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list)) {
        $0.animated = false
      }
      #expect(shown.state == .routed)
      #expect(ModelAnimations.count == 0)
    }

    @Test func `views and scenes can be sources`() async throws {
      let screen = try Screen()
      let first = try screen.registry.perform(to: .note, path: .push(from: screen.list.view))
      await settle()
      let second = try screen.registry.perform(to: .note, path: .push(from: screen.scene))
      await settle()
      #expect([first.state, second.state] == [.routed, .routed])
      #expect(screen.navigation.viewControllers.count == 3)
    }

    @Test func `a removal pops and reports the screens above`() async throws {
      let screen = try Screen()
      let first = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      let second = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      try first.remove()
      #expect(first.state == .removing)
      ModelAnimations.finishAll()
      #expect([first.state, second.state] == [.removed, .removed])
      #expect(screen.navigation.viewControllers == [screen.list])
    }

    @Test func `the back button removes the route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      screen.navigation.modelUserTapsBack()
      #expect(shown.state == .routed)
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a canceled swipe removes nothing`() async throws {
      let screen = try Screen()
      let below = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      #expect(screen.navigation.modelUserBeginsSwipe())
      await settle()
      #expect(shown.canRemove == false)
      screen.navigation.modelUserEndsSwipe(isCancelled: true)
      await settle()
      #expect([below.state, shown.state] == [.routed, .routed])
      #expect(screen.navigation.modelUserBeginsSwipe())
      screen.navigation.modelUserEndsSwipe(isCancelled: false)
      await settle()
      #expect([below.state, shown.state] == [.routed, .removed])
    }

    @Test func `a pop by the application removes the routes`() async throws {
      let screen = try Screen()
      let first = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      let second = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      screen.navigation.popToRootViewController(animated: true)
      await settle()
      #expect([first.state, second.state] == [.removed, .removed])
    }

    @Test func `replacing the window's root removes the routes`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      screen.window.rootViewController = PlainController()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a popped controller is released`() async throws {
      let screen = try Screen()
      var shown: ActiveRoute<any (UIViewController & NoteInput)>? = try screen.registry.perform(
        to: .note, path: .push(from: screen.list))
      await settle()
      weak let controller = shown?.destination
      #expect(controller != nil)
      screen.navigation.modelUserTapsBack()
      await settle()
      shown = nil
      #expect(controller == nil)
    }

    @Test func `a navigator of the scene follows every change`() async throws {
      let screen = try Screen()
      let navigator = Navigator(from: screen.scene, in: screen.registry)
      try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      try screen.registry.perform(to: .framed, path: .present(from: screen.scene, style: .fullScreen))
      await settle()
      #expect(navigator.screens.map(\.kind) == ["push", "present"])
      screen.navigation.presentedViewController?.modelUserPullsDown()
      await settle()
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(navigator.screens.isEmpty)
    }

    @Test func `a push shows the controller inside an adapter's proxy`() throws {
      let screen = try Screen()
      let registry = try screen.registry.extending {
        Adapter(.noteProxy, for: .note) { NoteProxy($0) }
        Adapter(.noteFrame, for: .note) { NoteFrame($0) }
      }
      let proxy = try registry.perform(to: .noteProxy, path: .push(from: screen.list)) {
        $0.animated = false
        $0.prepareDestination = { $0.note.text = "new" }
      }
      let controller = try #require(screen.navigation.topViewController as? NoteController)
      #expect(proxy.destination?.note === controller && controller.text == "new, prepared")
      screen.navigation.popViewController(animated: false)
      CFRunLoop.modelTurn()
      #expect(proxy.state == .removed && proxy.destination == nil)
      // A proxy that is itself a controller is pushed itself.
      let frame = try registry.perform(to: .noteFrame, path: .push(from: screen.list)) { $0.animated = false }
      #expect(frame.destination != nil && screen.navigation.topViewController === frame.destination)
    }
  }
}

@MainActor private final class NoteProxy {
  let note: any (UIViewController & NoteInput)
  init(_ note: any (UIViewController & NoteInput)) { self.note = note }
}

@MainActor private final class NoteFrame: UIViewController {
  let note: any (UIViewController & NoteInput)
  init(_ note: any (UIViewController & NoteInput)) {
    self.note = note
    super.init(nibName: nil, bundle: nil)
  }
  required init?(coder: NSCoder) { return nil }
}

extension RoutableView<NoteProxy> { fileprivate static var noteProxy: Self { declared() } }
extension RoutableView<NoteFrame> { fileprivate static var noteFrame: Self { declared() } }
