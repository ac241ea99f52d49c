import Testing
import UIKit
import Waymark
import WaymarkUIKit

extension UIKitTests {
  @Suite @MainActor struct PresentTests {
    @Test(arguments: [UIModalPresentationStyle.fullScreen, .pageSheet, .overFullScreen])
    func `a presentation uses the path's style`(_ style: UIModalPresentationStyle) async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .present(from: screen.list, style: style))
      #expect(shown.state == .routing)
      await settle()
      #expect(shown.state == .routed)
      #expect(shown.destination?.modalPresentationStyle == style)
      #expect(screen.list.presentedViewController === shown.destination)
      try shown.remove()
      #expect(shown.state == .removing)
      await settle()
      #expect(shown.state == .removed)
      #expect(screen.list.presentedViewController == nil)
    }

    @Test func `pulling down removes the route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .present(from: screen.list))
      await settle()
      shown.destination?.modelUserPullsDown()
      #expect(shown.state == .routed)
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `the path configures a popover`() async throws {
      let screen = try Screen()
      let button = UIButton()
      let shown = try screen.registry.perform(
        to: .note, path: .popover(from: screen.list) { $0.sourceView = button })
      await settle()
      #expect(shown.destination?.popoverPresentationController?.sourceView === button)
      #expect(shown.destination?.modalPresentationStyle == .popover)
      try shown.remove()
      await settle()
      let plain = try screen.registry.perform(to: .note, path: .popover(from: screen.list))
      await settle()
      #expect(plain.destination?.popoverPresentationController?.sourceView === screen.list.view)
    }

    @Test func `the path configures a sheet`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(
        to: .note, path: .sheet(from: screen.list) { $0.detents = [.medium(), .large()] })
      await settle()
      #expect(
        shown.destination?.sheetPresentationController?.detents.map(\.identifier) == [.medium, .large])
      #expect(shown.destination?.modalPresentationStyle == .pageSheet)
      #expect(shown.state == .routed)
    }

    @Test func `a custom transition decides when it completes`() async throws {
      let screen = try Screen()
      let transition = FadeTransition()
      let shown = try screen.registry.perform(
        to: .note, path: .present(from: screen.list, transition: transition))
      await settle()
      #expect(shown.state == .routing)
      #expect(shown.destination?.modalPresentationStyle == .custom)
      transition.animator.context?.completeTransition(true)
      #expect(shown.state == .routed)
    }

    @Test func `the presenter shows and removes a wrapper`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .framed, path: .present(from: screen.list))
      await settle()
      let wrapper = try #require(screen.list.presentedViewController as? UINavigationController)
      #expect(wrapper.viewControllers == [try #require(shown.destination)])
      let inside = try screen.registry.perform(to: .note, path: .push(from: try #require(shown.destination)))
      await settle()
      #expect(wrapper.viewControllers.count == 2)
      try shown.remove()
      await settle()
      #expect(screen.list.presentedViewController == nil)
      #expect([shown.state, inside.state] == [.removed, .removed])
    }

    @Test func `showing pushes or presents`() async throws {
      let screen = try Screen()
      let pushed = try screen.registry.perform(to: .note, path: .show(from: screen.list, sender: nil))
      #expect(pushed.state == .routing)
      await settle()
      #expect(screen.navigation.topViewController === pushed.destination)
      try pushed.remove()
      await settle()
      #expect(screen.navigation.viewControllers == [screen.list])
      let alone = PlainController()
      screen.window.rootViewController = alone
      let presented = try screen.registry.perform(to: .note, path: .show(from: alone)) {
        $0.animated = false
      }
      #expect(alone.presentedViewController === presented.destination)
      #expect(presented.state == .routed)
      try presented.remove()
      await settle()
      #expect(alone.presentedViewController == nil)
      #expect(presented.state == .removed)
    }

    @Test func `a detail replaces the column or is pushed`() async throws {
      let screen = try Screen()
      let split = UISplitViewController()
      split.viewControllers = [screen.navigation]
      screen.window.rootViewController = split
      let beside = try screen.registry.perform(to: .note, path: .showDetail(from: screen.list, sender: nil))
      #expect(beside.state == .routed)
      #expect(split.viewControllers.last === beside.destination)
      #expect(beside.canRemove == false)
      let next = try screen.registry.perform(to: .note, path: .showDetail(from: screen.list, sender: nil))
      await settle()
      #expect([beside.state, next.state] == [.removed, .routed])
      split.modelCollapse(true)
      let pushed = try screen.registry.perform(to: .note, path: .showDetail(from: screen.list, sender: nil))
      await settle()
      #expect(screen.navigation.topViewController === pushed.destination)
      try pushed.remove()
      await settle()
      #expect(pushed.state == .removed)
    }
  }
}

final class FadeTransition: NSObject, UIViewControllerTransitioningDelegate {
  let animator = FadeAnimator()
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
}

final class FadeAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  var context: (any UIViewControllerContextTransitioning)?
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  { 1 }
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    context = transitionContext
  }
}
