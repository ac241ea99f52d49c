import Testing
import UIKit
import Waymark
import WaymarkUIKit

extension UIKitTests {
  @Suite @MainActor struct PushTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    @Test func `a push completes when its animation ends`() async throws {
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

    /// What removes pushed screens besides their routes, and how many of two it removes.
    private nonisolated static let removals: [(String, Int, @MainActor @Sendable (Screen) -> Void)] = [
      ("the back button", 1, { $0.navigation.modelUserTapsBack() }),
      ("a pop by the application", 2, { $0.navigation.popToRootViewController(animated: true) }),
      ("another root of the window", 2, { $0.window.rootViewController = PlainController() }),
    ]

    @Test(arguments: removals)
    func `the routes of screens that others remove end`(
      by name: String, count: Int, act: @MainActor @Sendable (Screen) -> Void
    ) async throws {
      let first = try await screen.push(.note).route
      let second = try await screen.push(.note).route
      act(screen)
      #expect([first.state, second.state] == [.routed, .routed])
      await settle()
      #expect([first.state, second.state] == [count == 1 ? .routed : .removed, .removed])
    }

    @Test func `a canceled swipe removes nothing`() async throws {
      let below = try await screen.push(.note).route
      let shown = try await screen.push(.note).route
      #expect(await screen.swipe())
      #expect(shown.canRemove == false)
      screen.navigation.modelUserEndsSwipe(isCancelled: true)
      await settle()
      #expect([below.state, shown.state] == [.routed, .routed])
      #expect(await screen.swipe())
      screen.navigation.modelUserEndsSwipe(isCancelled: false)
      await settle()
      #expect([below.state, shown.state] == [.routed, .removed])
    }

    @Test func `a navigator of the scene follows every change`() async throws {
      let navigator = Navigator(from: screen.scene, in: screen.registry)
      try await screen.push(.note)
      try await screen.show(.framed, .present(from: screen.scene, style: .fullScreen))
      #expect(navigator.screens.map(\.kind) == ["push", "present"])
      await pullDown(try #require(screen.navigation.presentedViewController))
      await screen.tapBack()
      #expect(navigator.screens.isEmpty)
    }

    @Test func `a push shows the controller inside an adapter's proxy`() throws {
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
      let frame = try registry.showAtOnce(.noteFrame, .push(from: screen.list)).route
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
