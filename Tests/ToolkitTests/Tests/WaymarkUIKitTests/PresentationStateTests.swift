import Testing
import UIKit
import Waymark
import WaymarkUIKit

extension RoutableView<PlainController> { static var plain: Self { declared() } }

/// A navigation controller that ignores requests to dismiss, or their completion.
private final class StubbornNavigation: UINavigationController {
  var refuses = true
  var completes = true
  override func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    if !refuses { super.dismiss(animated: flag, completion: completes ? completion : nil) }
  }
}

private final class OwnTransitions: NSObject, UIViewControllerTransitioningDelegate {}

extension UIKitTests {
  @Suite("The state of presentations") @MainActor struct PresentationStateTests {
    @Test func `a transition above prevents a dismissal`() async throws {
      let screen = try Screen()
      let lower = try screen.registry.perform(to: .note, path: .present(from: screen.list))
      await settle()
      let note = try #require(lower.destination)
      let upper = try screen.registry.perform(to: .note, path: .present(from: note))
      #expect(lower.canRemove == false)
      #expect(failure { try lower.remove() } != nil)
      #expect(lower.state == .routed)
      await settle()
      upper.destination?.modelUserPullsDown()
      #expect(lower.canRemove == false)
      await settle()
      #expect(lower.canRemove)
      try lower.remove()
      await settle()
      #expect([lower.state, upper.state] == [.removed, .removed])
    }

    @Test func `a dismissal that UIKit refuses fails`() async throws {
      let screen = try Screen()
      let outer = StubbornNavigation(rootViewController: PlainController())
      screen.window.rootViewController = outer
      let shown = try screen.registry.perform(to: .note, path: .present(from: outer))
      await settle()
      var errors: [String] = []
      try shown.remove { $0.onFailure = { errors.append("\($0)") } }
      await settle()
      #expect(
        errors == [
          """
          UIKit did not dismiss NoteController, and gave no reason [actionFailed]
              To fix: look for UIKit's reason in the log, and for overrides of dismiss(animated:completion:)
          """
        ])
      #expect(shown.state == .routed)
      // The presenter still notices a removal, and can remove the view.
      outer.refuses = false
      try shown.remove()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a dismissal ends without its completion`() async throws {
      let screen = try Screen()
      let outer = StubbornNavigation(rootViewController: PlainController())
      screen.window.rootViewController = outer
      (outer.refuses, outer.completes) = (false, false)
      let shown = try screen.registry.perform(to: .note, path: .present(from: outer))
      await settle()
      try shown.remove()
      CFRunLoop.modelTurn()
      #expect(shown.state == .removing)
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a window without its scene is gone`() async throws {
      let screen = try Screen()
      var scene: UIWindowScene? = UIWindowScene()
      weak let weakScene = scene
      let shown = try screen.registry.perform(to: .framed, path: .window(in: try #require(scene)))
      let framed = try #require(shown.destination)
      let pushed = try screen.registry.perform(to: .note, path: .push(from: framed)) { $0.animated = false }
      await settle()
      #expect([shown.state, pushed.state] == [.routed, .routed])
      scene = nil
      #expect(weakScene == nil)
      await settle()
      #expect(shown.state == .removed)
    }

    @Test(arguments: [true, false])
    func `closing a window ends the views that are presented in it`(isShown: Bool) async throws {
      let screen = try Screen()
      let panel = try screen.registry.perform(to: .framed, path: .window(in: screen.scene))
      let framed = try #require(panel.destination)
      let sheet = try screen.registry.perform(to: .note, path: .sheet(from: framed))
      if isShown { await settle() }
      let above = try? screen.registry.perform(to: .badge, path: .addSubview(to: sheet.destination ?? framed))
      try panel.remove()
      await settle()
      #expect([panel.state, sheet.state, above?.state] == [.removed, .removed, .removed])
      // UIKit refuses to dismiss a view that it is still presenting.
      #expect((framed.presentedViewController == nil) == isShown)
    }

    @Test func `a window that ends removes the views that are presented in it`() async throws {
      let registry = try Registry { NoteModule() }
      let scene = UIWindowScene()
      var window: UIWindow? = UIWindow(windowScene: scene)
      let list = PlainController()
      window?.rootViewController = UINavigationController(rootViewController: list)
      window?.makeKeyAndVisible()
      let pushed = try registry.perform(to: .linked, path: .push(from: list)) { $0.animated = false }
      let screen = try #require(pushed.destination)
      let sheet = try registry.perform(to: .framed, path: .sheet(from: screen))
      await settle()
      let framed = try #require(sheet.destination)
      let badge = try registry.perform(to: .badge, path: .addSubview(to: framed))
      let inside = try registry.perform(to: .note, path: .push(from: framed)) { $0.animated = false }
      await settle()
      #expect([pushed.state, sheet.state, inside.state, badge.state].allSatisfy { $0 == .routed })
      window = nil
      await settle()
      #expect(framed.presentingViewController != nil)
      #expect([pushed.state, sheet.state, inside.state, badge.state].allSatisfy { $0 == .removed })
    }

    @Test func `a presented view may cover a window's controller`() async throws {
      let screen = try Screen()
      let pushed = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      let cover = UINavigationController(rootViewController: PlainController())
      cover.modalPresentationStyle = .fullScreen
      screen.navigation.present(cover, animated: true)
      await settle()
      #expect(pushed.destination?.viewIfLoaded?.window == nil)
      #expect(pushed.state == .routed)
      cover.dismiss(animated: true)
      await settle()
      #expect(pushed.state == .routed)
    }

    @Test func `a kept controller gets its own style back`() async throws {
      let screen = try Screen()
      let kept = PlainController()
      kept.modalPresentationStyle = .fullScreen
      let own = OwnTransitions()
      kept.transitioningDelegate = own
      let registry = try Registry {
        Route(PlainController.self) {
          RoutableView(.plain)
        } make: {
          kept
        }
      }
      let paths: [RoutePath] = [
        .popover(from: screen.list), .sheet(from: screen.list),
        .present(from: screen.list, transition: OwnTransitions()),
      ]
      for path in paths {
        let shown = try registry.perform(to: .plain, path: path)
        await settle()
        #expect(kept.modalPresentationStyle != .fullScreen)
        try shown.remove()
        await settle()
        #expect(kept.modalPresentationStyle == .fullScreen)
        #expect(kept.transitioningDelegate === own)
      }
      let shown = try registry.perform(to: .plain, path: .popover(from: screen.list))
      await settle()
      // A style that the application sets later stays.
      kept.modalPresentationStyle = .formSheet
      try shown.remove()
      await settle()
      #expect(kept.modalPresentationStyle == .formSheet)
    }
  }
}
