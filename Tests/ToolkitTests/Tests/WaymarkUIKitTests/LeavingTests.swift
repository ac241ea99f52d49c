import Testing
import UIKit
import Waymark
import WaymarkUIKit

final class UsersDelegate: NSObject, UIAdaptivePresentationControllerDelegate {
  var calls: [String] = []
  var allows = true
  func adaptivePresentationStyle(for controller: UIPresentationController) -> UIModalPresentationStyle {
    .none
  }
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
    calls.append("should")
    return allows
  }
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    calls.append("will")
  }
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    calls.append("did")
  }
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
    calls.append("attempt")
  }
  override func responds(to selector: Selector!) -> Bool { selector == "presentationControllerWillDismiss:" }
}

extension RoutableView<SelfDelegating> { static var selfDelegating: Self { declared() } }

/// A controller that is the delegate of its own presentation.
final class SelfDelegating: UIViewController, UIAdaptivePresentationControllerDelegate {
  var calls: [String] = []
  override func viewDidLoad() {
    super.viewDidLoad()
    presentationController?.delegate = self
  }
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
    calls.append("should")
    return true
  }
  func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
    calls.append("attempt")
  }
}

extension UIKitTests {
  @Suite @MainActor struct LeavingTests {
    @Test func `pulling down asks the route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .present(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.modelUserPullsDown()
      await settle()
      #expect(shown.state == .routed)
      #expect(guarded.questions == 1)
      guarded.mayLeave = true
      guarded.modelUserPullsDown()
      await settle()
      #expect(shown.state == .removed)
      #expect(guarded.questions == 2)
      #expect(screen.list.presentedViewController == nil)
    }

    @Test func `the application's delegate gets its calls`() async throws {
      let screen = try Screen()
      let delegate = UsersDelegate()
      let shown = try screen.registry.perform(
        to: .guarded, path: .sheet(from: screen.list) { $0.delegate = delegate })
      await settle()
      let guarded = try #require(shown.destination)
      let presentation = try #require(guarded.presentationController)
      guarded.modelUserPullsDown()
      await settle()
      #expect(delegate.calls == ["should", "attempt"])
      #expect(guarded.questions == 1)
      delegate.allows = false
      guarded.modelUserPullsDown()
      await settle()
      #expect(delegate.calls == ["should", "attempt", "should", "attempt"])
      #expect(guarded.questions == 1)
      delegate.allows = true
      guarded.mayLeave = true
      guarded.modelUserPullsDown()
      await settle()
      #expect(shown.state == .removed)
      #expect(presentation.delegate === delegate)
      #expect(delegate.calls.suffix(4) == ["should", "attempt", "will", "did"])
    }

    @Test func `a delegate set later gets its calls`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .present(from: screen.list))
      await settle()
      let delegate = UsersDelegate()
      shown.destination?.presentationController?.delegate = delegate
      shown.destination?.modelUserPullsDown()
      await settle()
      #expect(delegate.calls == ["should", "will", "did"])
      #expect(shown.state == .removed)
    }

    @Test func `a presentation without Leaves keeps its delegate`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .present(from: screen.list))
      await settle()
      #expect(shown.destination?.presentationController?.delegate == nil)
    }

    @Test func `the back button and the swipe ask the route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(screen.navigation.modelUserBeginsSwipe() == false)
      await settle()
      #expect(guarded.questions == 2)
      #expect(shown.state == .routed)
      #expect(screen.navigation.topViewController === guarded)
      guarded.mayLeave = true
      #expect(screen.navigation.modelUserBeginsSwipe() == false)
      await settle()
      #expect(shown.state == .removed)
      #expect(screen.navigation.viewControllers == [screen.list])
      #expect(guarded.navigationItem.backAction == nil)
    }

    @Test func `a swipe on the content asks the route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      #expect(screen.navigation.modelUserBeginsSwipe(on: guarded.view) == false)
      await settle()
      #expect(guarded.questions == 1)
      #expect(shown.state == .routed)
      guarded.mayLeave = true
      #expect(screen.navigation.modelUserBeginsSwipe(on: guarded.view) == false)
      await settle()
      #expect(guarded.questions == 2)
      #expect(shown.state == .removed)
    }

    @Test(arguments: [CGPoint(x: -100, y: 0), CGPoint(x: 10, y: 100), CGPoint(x: 10, y: -100)])
    func `other pans don't ask the route`(_ velocity: CGPoint) async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      #expect(screen.navigation.modelUserBeginsSwipe(on: guarded.view, velocity: velocity) == false)
      await settle()
      #expect(guarded.questions == 0)
    }

    @Test func `the swipe's direction follows the text direction`() async throws {
      let (_, navigation, shown) = try rightToLeft()
      await settle()
      let guarded = try #require(shown.destination)
      #expect(navigation.modelUserBeginsSwipe(on: guarded.view, velocity: CGPoint(x: 100, y: 0)) == false)
      await settle()
      #expect(guarded.questions == 0)
      #expect(navigation.modelUserBeginsSwipe(on: guarded.view, velocity: CGPoint(x: -100, y: 0)) == false)
      await settle()
      #expect(navigation.modelUserBeginsSwipe() == false)
      await settle()
      #expect(guarded.questions == 2)
    }

    @Test func `a pan in the content comes before the swipe`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      let carousel = UIView()
      carousel.addGestureRecognizer(UIPanGestureRecognizer())
      guarded.view.addSubview(carousel)
      #expect(screen.navigation.modelUserBeginsSwipe(on: carousel) == false)
      await settle()
      #expect(guarded.questions == 0)
      // At the edge, the swipe comes first.
      #expect(screen.navigation.modelUserBeginsSwipe() == false)
      await settle()
      #expect(guarded.questions == 1)
    }

    @Test func `Waymark stops a swipe that interrupts a push`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      let guarded = try #require(shown.destination)
      #expect(screen.navigation.modelUserBeginsSwipe(on: guarded.view) == false)
      await settle()
      #expect(shown.state == .routed)
      #expect(guarded.questions == 0)
      let note = try screen.registry.perform(to: .note, path: .push(from: guarded))
      #expect(screen.navigation.modelUserBeginsSwipe(on: try #require(note.destination?.view)))
      await settle()
      #expect([shown.state, note.state] == [.routed, .unrouted])
    }

    @Test func `a navigation controller has one guard`() async throws {
      let screen = try Screen()
      func gestures() -> Int { screen.navigation.view.gestureRecognizers?.count ?? 0 }
      let before = gestures()
      let first = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let during = gestures()
      #expect(during > before)
      for _ in 0..<3 {
        let second = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
        await settle()
        #expect(gestures() == during)
        try second.remove()
        await settle()
        #expect(gestures() == during)
      }
      #expect(screen.navigation.modelUserBeginsSwipe() == false)
      await settle()
      #expect(first.destination?.questions == 1)
      try first.remove()
      await settle()
      #expect(gestures() == before)
    }

    @Test func `the back button's menu doesn't ask the route`() async throws {
      let screen = try Screen()
      let below = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let above = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try [#require(below.destination), #require(above.destination)]
      screen.navigation.modelUserPicksFromBackMenu(0)
      await settle()
      #expect([below.state, above.state] == [.removed, .removed])
      #expect(guarded.map(\.questions) == [0, 0])
    }

    @Test func `a delegate set during loading gets its calls`() async throws {
      let screen = try Screen()
      let registry = try Registry {
        Route(SelfDelegating.self) {
          RoutableView(.selfDelegating); Leaves { _ in .stay }
        } make: {
          SelfDelegating()
        }
      }
      let shown = try registry.perform(to: .selfDelegating, path: .present(from: screen.list))
      await settle()
      let destination = try #require(shown.destination)
      destination.modelUserPullsDown()
      await settle()
      #expect(shown.state == .routed)
      #expect(destination.calls == ["should", "attempt"])
    }

    @Test func `the user can swipe away the screen above`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let above = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      #expect(screen.navigation.modelUserBeginsSwipe())
      screen.navigation.modelUserEndsSwipe(isCancelled: false)
      await settle()
      #expect([shown.state, above.state] == [.routed, .removed])
      #expect(shown.destination?.questions == 0)
    }

    @Test func `an application's back action stays`() async throws {
      let screen = try Screen()
      let action = UIAction(identifier: UIAction.Identifier("own")) { _ in }
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list)) {
        $0.prepareDestination = { $0.navigationItem.backAction = action }
      }
      await settle()
      #expect(shown.destination?.navigationItem.backAction?.identifier == action.identifier)
    }

    @Test func `a back action set later stays`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.navigationItem.backAction = UIAction(identifier: UIAction.Identifier("own")) { _ in }
      try shown.remove()
      await settle()
      #expect(guarded.navigationItem.backAction?.identifier == UIAction.Identifier("own"))
    }

    @Test func `the other calls reach the application's delegate`() async throws {
      let screen = try Screen()
      let delegate = UsersDelegate()
      let shown = try screen.registry.perform(
        to: .guarded, path: .popover(from: screen.list) { $0.delegate = delegate })
      await settle()
      let presentation = try #require(shown.destination?.presentationController)
      let between = try #require(presentation.delegate)
      #expect(between !== delegate)
      between.presentationControllerWillDismiss(presentation)
      between.presentationControllerDidDismiss(presentation)
      #expect(delegate.calls == ["will", "did"])
      #expect(between.adaptivePresentationStyle(for: presentation) == .none)
      #expect(between.responds(to: "presentationControllerWillDismiss:"))
      #expect(!between.responds(to: "presentationControllerDidDismiss:"))
      presentation.delegate = nil
      let plain = try Screen()
      let other = try plain.registry.perform(to: .guarded, path: .popover(from: plain.list))
      await settle()
      let second = try #require(other.destination?.presentationController)
      #expect(second.delegate?.adaptivePresentationStyle(for: second) == .popover)
    }

    @Test func `a gesture that the application refuses doesn't ask the route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .present(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.modelUserPullsDown()
      await settle()
      #expect(guarded.questions == 1)
      guarded.isModalInPresentation = true
      guarded.modelUserPullsDown()
      await settle()
      #expect(guarded.questions == 1)
    }

    @Test func `leaving a controller pushed by show asks the route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .show(from: screen.list))
      await settle()
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(shown.destination?.questions == 1)
      #expect(shown.state == .routed)
    }

    @Test func `leaving a controller presented by a segue asks the route`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.navigation.pushViewController(board, animated: false)
      let shown = try screen.registry.perform(to: .guarded, path: .segue("presentGuarded", from: board))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.modelUserPullsDown()
      await settle()
      #expect(guarded.questions == 1)
      guarded.mayLeave = true
      guarded.modelUserPullsDown()
      await settle()
      #expect(shown.state == .removed)
    }

    /// Pushes a guarded view where text runs from the right.
    private func rightToLeft() throws -> (Screen, UINavigationController, ActiveRoute<Guarded>) {
      final class RightToLeftView: UIView {
        override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .rightToLeft }
      }
      let screen = try Screen()
      let navigation = UINavigationController(rootViewController: PlainController())
      let view = RightToLeftView()
      navigation.view = view
      if let content = navigation.topViewController?.view { view.addSubview(content) }
      navigation.viewDidLoad()
      screen.window.rootViewController = navigation
      return (screen, navigation, try screen.registry.perform(to: .guarded, path: .push(from: navigation)))
    }

    @Test func `the bottom screen stays on the stack`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.mayLeave = true
      screen.navigation.viewControllers = [guarded]
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(shown.state == .routed)
    }
  }
}
