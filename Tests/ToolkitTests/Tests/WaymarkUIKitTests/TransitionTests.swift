import PresenterWalk
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
  @Suite @MainActor struct TransitionTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    /// Lets all tasks run that are ready, also those that continue on another thread first, but ends no animation.
    private func yield() async {
      for _ in 0..<20 { await Task.yield() }
      try? await Task.sleep(for: .milliseconds(10))
    }

    @Test func `a canceled push or removal fails`() async throws {
      var shown = Optional(try screen.registry.perform(to: .note, path: .push(from: screen.list)))
      weak let controller = shown?.destination
      screen.navigation.modelUserTakesTransitionBack()
      #expect(shown?.state == .unrouted)
      let error = await #expect(throws: RouteError.self) { try await shown?.completed() }
      #expect(
        error?.presenterText == """
          the transition was canceled [actionFailed]
              To fix: try again
          """)
      await settle()
      shown = nil
      #expect(controller == nil)
      let (next, note) = try await screen.push(.note)
      var failure: RouteError?
      try next.remove { $0.onFailure = { failure = $0 } }
      screen.navigation.modelUserTakesTransitionBack()
      await settle()
      #expect(failure?.message == "the transition was canceled")
      #expect(next.state == .routed && screen.navigation.topViewController === note)
      try await remove(next)
      #expect(next.state == .removed)
    }

    @Test func `views removed early in a transition are reported at its end`() async throws {
      let below = try screen.showAtOnce(.note, .push(from: screen.list)).route
      let shown = try screen.showAtOnce(.note, .push(from: screen.list)).route
      screen.navigation.popToRootViewController(animated: true)
      // A transition of the application's own may remove the view before it ends.
      shown.destination?.view.removeFromSuperview()
      await yield()
      #expect(shown.state == .routed)
      await settle()
      #expect([below.state, shown.state] == [.removed, .removed])
    }

    @Test func `a transition on the screen or above prevents removals`() async throws {
      let first = try await screen.push(.note).route
      let second = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      #expect(first.canRemove == false)
      await settle()
      #expect(first.canRemove)
      try await remove(second)
      screen.navigation.viewControllers = [try #require(first.destination)]
      #expect(first.canRemove == false)
      let (lower, note) = try await screen.show(.note, .sheet(from: screen.navigation))
      #expect(lower.canRemove)
      let upper = try screen.registry.perform(to: .note, path: .present(from: note))
      #expect(lower.canRemove == false)
      #expect(throws: RouteError.self) { try lower.remove() }
      #expect(lower.state == .routed)
      await settle()
      upper.destination?.modelUserPullsDown()
      #expect([lower.canRemove, upper.canRemove] == [false, false])
      await settle()
      #expect(lower.canRemove && upper.state == .removed)
      try await remove(lower)
      #expect(lower.state == .removed)
    }

    @Test func `an answer during a push removes nothing`() async throws {
      let shown = try await screen.push(.guarded).route
      shown.destination?.mayLeave = true
      screen.navigation.modelUserTapsBack()
      let above = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await yield()
      #expect(screen.navigation.viewControllers.count == 3)
      await settle()
      #expect([shown.state, above.state] == [.routed, .routed])
    }

    @Test(arguments: [RoutePath.Kind.push, .present])
    func `a view leaves while its question disappears`(kind: RoutePath.Kind) async throws {
      let registry = try Registry {
        Route(PlainController.self) {
          RoutableView(.plain)
          Leaves { plain in
            let question = UIViewController()
            plain.present(question, animated: false)
            question.dismiss(animated: true)
            return .proceed
          }
        }
      }
      let (shown, plain) = try await registry.show(.plain, .custom(kind, from: screen.list))
      if kind == .push { screen.navigation.modelUserTapsBack() } else { plain.modelUserPullsDown() }
      await yield()
      #expect(ModelAnimations.count > 0)
      await settle()
      #expect(shown.state == .removed)
      #expect(
        screen.navigation.presentedViewController == nil && screen.navigation.viewControllers.count == 1)
    }

    @Test func `an answer during a dismissal doesn't dismiss again`() async throws {
      let (shown, guarded) = try await screen.present(.guarded)
      guarded.mayLeave = true
      guarded.modelUserPullsDown()
      screen.list.dismiss(animated: true)
      await yield()
      #expect(guarded.questions == 1)
      await settle()
      #expect(shown.state == .removed)
      #expect(guarded.disappearances == 1)
    }

    @Test(arguments: [RoutePath.Kind.push, .present, .show])
    func `a removal without animation completes at once`(_ kind: RoutePath.Kind) async throws {
      let shown = try screen.showAtOnce(.note, .custom(kind, from: screen.list)).route
      #expect(shown.state == .routed)
      try shown.remove { $0.animated = false }
      #expect(shown.state == .removed)
      #expect(ModelAnimations.count == 0)
    }

    @Test func `changes during a transition are errors`() async throws {
      let board = BoardController(screen.registry)
      screen.navigation.pushViewController(board, animated: false)
      let note = try screen.registry.perform(to: .note, path: .present(from: board, style: .fullScreen))
      let early = try screen.registry.perform(to: .note, path: .present(from: try #require(note.destination)))
      #expect(early.state == .unrouted)
      func change(_ path: RoutePath) -> String? {
        #expect(throws: RouteError.self) { try screen.registry.perform(to: .note, path: path) }
          .map { "\($0.code): \($0.message)" }
      }
      await settle()
      try await remove(note)
      try screen.registry.perform(to: .note, path: .push(from: board))
      #expect(
        change(.push(from: board)) == "unbalancedTransition: UINavigationController is still in a transition")
      for path in [RoutePath.show(from: board), .segue("showNote", from: board)] {
        #expect(change(path) == "unbalancedTransition: BoardController is still in a transition")
      }
      await settle()
    }

    @Test func `a controller presents another one as soon as it has appeared`() async throws {
      let registry = screen.registry
      var above: ActiveRoute<any (UIViewController & NoteInput)>?
      let shown = try registry.perform(to: .guarded, path: .present(from: screen.list)) {
        $0.prepareDestination = { guarded in
          guarded.onAppear = { above = try? registry.perform(to: .note, path: .present(from: $0)) }
        }
      }
      await settle()
      #expect([shown.state, above?.state] == [.routed, .routed])
    }

    @Test(arguments: [RoutePath.Kind.push, .sheet])
    func `a navigator waits for the end of the user's transition`(kind: RoutePath.Kind) async throws {
      let navigator = Navigator(from: screen.scene, in: screen.registry)
      if kind == .push {
        try await screen.push(.note)
        screen.navigation.modelUserTapsBack()
      } else {
        let own = PlainController()
        screen.list.present(own, animated: false)
        own.modelUserPullsDown()
      }
      let opening = Task { try await navigator.open("notes://linked", along: kind) }
      await yield()
      #expect(ModelAnimations.count == 1)
      await settle()
      try await opening.value
      #expect(navigator.plan.steps.map(\.url) == ["notes://linked"])
    }

    @Test func `a dismissal that UIKit refuses fails`() async throws {
      let outer = StubbornNavigation(rootViewController: PlainController())
      screen.window.rootViewController = outer
      let (shown, guarded) = try await screen.show(.guarded, .present(from: outer))
      guarded.mayLeave = true
      var errors: [String] = []
      try shown.remove { $0.onFailure = { errors.append($0.presenterText) } }
      await settle()
      #expect(
        errors == [
          """
          UIKit did not dismiss Guarded, and gave no reason [actionFailed]
              To fix: look for UIKit's reason in the log, and for overrides of dismiss(animated:completion:)
          """
        ])
      await pullDown(guarded)
      #expect(shown.state == .routed && guarded.questions == 1)
      // The presenter can still remove the view, and notices the end of a dismissal without its completion.
      (outer.refuses, outer.completes) = (false, false)
      try shown.remove { $0.onFailure = { errors.append($0.presenterText) } }
      CFRunLoop.modelTurn()
      #expect(shown.state == .removing)
      await settle()
      #expect(shown.state == .removed && errors.count == 1)
    }

    @Test(arguments: [true, false])
    func `closing a window ends the views that are presented in it`(isShown: Bool) async throws {
      let (panel, framed) = try screen.showAtOnce(.framed, .window(in: screen.scene))
      let sheet = try screen.registry.perform(to: .note, path: .sheet(from: framed))
      if isShown { await settle() }
      let above = try? screen.registry.perform(to: .badge, path: .addSubview(to: sheet.destination ?? framed))
      try await remove(panel)
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
      let (pushed, screen) = try registry.showAtOnce(.linked, .push(from: list))
      let (sheet, framed) = try await registry.show(.framed, .sheet(from: screen))
      let badge = try registry.showAtOnce(.badge, .addSubview(to: framed)).route
      let inside = try registry.showAtOnce(.note, .push(from: framed)).route
      await settle()
      #expect([pushed.state, sheet.state, inside.state, badge.state].allSatisfy { $0 == .routed })
      window = nil
      await settle()
      #expect(framed.presentingViewController != nil)
      #expect([pushed.state, sheet.state, inside.state, badge.state].allSatisfy { $0 == .removed })
    }

    @Test func `a covered screen stays, with its parts`() async throws {
      let (pushed, note) = try await screen.push(.note)
      let child = try screen.showAtOnce(.note, .addChild(to: note)).route
      let badge = try screen.showAtOnce(.badge, .addSubview(to: screen.list)).route
      let cover = PlainController()
      cover.modalPresentationStyle = .fullScreen
      screen.navigation.present(cover, animated: true)
      await settle()
      #expect(note.viewIfLoaded?.window == nil)
      #expect([pushed.state, child.state, badge.state] == [.routed, .routed, .routed])
      cover.dismiss(animated: true)
      await settle()
      #expect([pushed.state, child.state, badge.state] == [.routed, .routed, .routed])
    }

    @Test func `a kept controller gets its own style back`() async throws {
      let kept = PlainController()
      kept.modalPresentationStyle = .fullScreen
      let own = OwnTransitions()
      kept.transitioningDelegate = own
      let registry = try Registry {
        Route(PlainController.self, { RoutableView(.plain) }, make: { kept })
      }
      let paths: [RoutePath] = [
        .popover(from: screen.list), .sheet(from: screen.list),
        .present(from: screen.list, transition: OwnTransitions()),
      ]
      for path in paths {
        let shown = try await registry.show(.plain, path).route
        #expect(kept.modalPresentationStyle != .fullScreen)
        try await remove(shown)
        #expect(kept.modalPresentationStyle == .fullScreen)
        #expect(kept.transitioningDelegate === own)
      }
      for path in [paths[0], paths[2]] {
        let shown = try await registry.show(.plain, path).route
        // A style and a transition that the application sets later stay.
        let later = OwnTransitions()
        kept.transitioningDelegate = later
        kept.modalPresentationStyle = .formSheet
        try await remove(shown)
        #expect(kept.modalPresentationStyle == .formSheet && kept.transitioningDelegate === later)
      }
    }
  }
}
