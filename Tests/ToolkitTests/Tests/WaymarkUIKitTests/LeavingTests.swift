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

extension UIKitTests {
  @Suite @MainActor struct LeavingTests {
    @Test func pullingDownAsksTheRoute() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.guarded, path: .present(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.userPullsDown()
      await settle()
      #expect(shown.state == .routed)
      #expect(guarded.questions == 1)
      guarded.mayLeave = true
      guarded.userPullsDown()
      await settle()
      #expect(shown.state == .removed)
      #expect(guarded.questions == 2)
      #expect(screen.list.presentedViewController == nil)
    }

    @Test func theApplicationsDelegateGetsItsCalls() async throws {
      let screen = try Screen()
      let delegate = UsersDelegate()
      let shown = try screen.registry.perform(
        to: \.guarded, path: .sheet(from: screen.list) { $0.delegate = delegate })
      await settle()
      let guarded = try #require(shown.destination)
      let presentation = try #require(guarded.presentationController)
      guarded.userPullsDown()
      await settle()
      #expect(delegate.calls == ["should", "attempt"])
      #expect(guarded.questions == 1)
      delegate.allows = false
      guarded.userPullsDown()
      await settle()
      #expect(delegate.calls == ["should", "attempt", "should", "attempt"])
      #expect(guarded.questions == 1)
      delegate.allows = true
      guarded.mayLeave = true
      guarded.userPullsDown()
      await settle()
      #expect(shown.state == .removed)
      #expect(presentation.delegate === delegate)
    }

    @Test func aDelegateThatIsSetLaterGetsItsCalls() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.guarded, path: .present(from: screen.list))
      await settle()
      let delegate = UsersDelegate()
      shown.destination?.presentationController?.delegate = delegate
      shown.destination?.userPullsDown()
      await settle()
      #expect(delegate.calls == ["should", "will", "did"])
      #expect(shown.state == .removed)
    }

    @Test func withoutLeavesTheDelegateIsUntouched() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.note, path: .present(from: screen.list))
      await settle()
      #expect(shown.destination?.presentationController?.delegate == nil)
    }

    @Test func theBackButtonAndTheSwipeAskTheRoute() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      screen.navigation.userTapsBack()
      await settle()
      #expect(screen.navigation.userBeginsSwipe() == false)
      await settle()
      #expect(guarded.questions == 2)
      #expect(shown.state == .routed)
      #expect(screen.navigation.topViewController === guarded)
      guarded.mayLeave = true
      #expect(screen.navigation.userBeginsSwipe() == false)
      await settle()
      #expect(shown.state == .removed)
      #expect(screen.navigation.viewControllers == [screen.list])
      #expect(guarded.navigationItem.backAction == nil)
    }

    @Test func aScreenAboveCanBeSwipedAway() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.guarded, path: .push(from: screen.list))
      await settle()
      let above = try screen.registry.perform(to: \.note, path: .push(from: screen.list))
      await settle()
      #expect(screen.navigation.userBeginsSwipe())
      screen.navigation.userEndsSwipe(isCancelled: false)
      await settle()
      #expect([shown.state, above.state] == [.routed, .removed])
      #expect(shown.destination?.questions == 0)
    }

    @Test func aBackActionOfTheApplicationStays() async throws {
      let screen = try Screen()
      let action = UIAction { _ in }
      let shown = try screen.registry.perform(to: \.guarded, path: .push(from: screen.list)) {
        $0.prepareDestination = { $0.navigationItem.backAction = action }
      }
      await settle()
      #expect(shown.destination?.navigationItem.backAction === action)
    }

    @Test func theOtherCallsReachTheApplicationsDelegate() async throws {
      let screen = try Screen()
      let delegate = UsersDelegate()
      let shown = try screen.registry.perform(
        to: \.guarded, path: .popover(from: screen.list) { $0.delegate = delegate })
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
      let other = try plain.registry.perform(to: \.guarded, path: .popover(from: plain.list))
      await settle()
      let second = try #require(other.destination?.presentationController)
      #expect(second.delegate?.adaptivePresentationStyle(for: second) == .popover)
    }

    @Test func whatTheApplicationRefusesDoesNotAskTheRoute() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.guarded, path: .present(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.userPullsDown()
      await settle()
      #expect(guarded.questions == 1)
      guarded.isModalInPresentation = true
      guarded.userPullsDown()
      await settle()
      #expect(guarded.questions == 1)
    }

    @Test func whatShowPushedAsksTheRoute() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.guarded, path: .show(from: screen.list))
      await settle()
      screen.navigation.userTapsBack()
      await settle()
      #expect(shown.destination?.questions == 1)
      #expect(shown.state == .routed)
    }

    @Test func whatASeguePresentedAsksTheRoute() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.navigation.pushViewController(board, animated: false)
      let shown = try screen.registry.perform(to: \.guarded, path: .segue("presentGuarded", from: board))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.userPullsDown()
      await settle()
      #expect(guarded.questions == 1)
      guarded.mayLeave = true
      guarded.userPullsDown()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func theGestureFailsInATransition() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.guarded, path: .push(from: screen.list))
      let gesture = try #require(
        screen.navigation.view.gestureRecognizers?.lazy.compactMap { $0 as? UIScreenEdgePanGestureRecognizer }
          .first)
      #expect(gesture.edges == .left)
      #expect(gesture.delegate?.gestureRecognizerShouldBegin(gesture) == false)
      await settle()
      #expect(shown.destination?.questions == 0)
    }

    @Test func theGestureIsAtTheOtherEdgeWhereTextRunsFromTheRight() async throws {
      final class RightToLeftView: UIView {
        override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .rightToLeft }
      }
      let screen = try Screen()
      let navigation = UINavigationController(rootViewController: PlainController())
      navigation.view = RightToLeftView()
      screen.window.rootViewController = navigation
      _ = try screen.registry.perform(to: \.guarded, path: .push(from: navigation))
      let gestures = navigation.view.gestureRecognizers ?? []
      #expect(gestures.compactMap { ($0 as? UIScreenEdgePanGestureRecognizer)?.edges } == [.right])
      await settle()
    }

    @Test func aScreenAtTheBottomStays() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: \.guarded, path: .push(from: screen.list))
      await settle()
      let guarded = try #require(shown.destination)
      guarded.mayLeave = true
      screen.navigation.viewControllers = [guarded]
      screen.navigation.userTapsBack()
      await settle()
      #expect(shown.state == .routed)
    }
  }
}
