import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// A controller that shows nothing.
final class StubbornController: UIViewController {
  override func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {}
  override func show(_ vc: UIViewController, sender: Any?) {}
}

final class Desk: RouteSource {
  let controller = UIViewController()
  var routePresenter: any RoutePresenter { controller.routePresenter }
}

extension UIKitTests {
  @Suite @MainActor struct ErrorTests {
    func text(_ screen: Screen, _ path: RoutePath) -> String? {
      failure { try screen.registry.perform(to: .note, path: path) }.map { "\($0)" }
    }

    @Test func `a path that UIKit doesn't have is an error`() throws {
      let screen = try Screen()
      #expect(
        text(screen, .custom(RoutePath.Kind("split"), from: screen.list)) == """
          UIKit has no path split, only push, present, popover, sheet, show, showDetail, addChild, addSubview, segue, window [unsupportedPath]
              To fix: use one of these
                  or: add Shows(along: .split) to the route
          """)
    }

    @Test func `pushing outside a navigation controller is an error`() throws {
      let screen = try Screen()
      let alone = PlainController()
      screen.window.rootViewController = alone
      #expect(
        text(screen, .push(from: alone)) == """
          PlainController is not in a navigation controller, so nothing can be pushed from it [invalidSource]
              To fix: put it into a UINavigationController
                  or: use .present or .show
          """)
    }

    @Test func `presenting outside a window is an error`() throws {
      let screen = try Screen()
      let alone = PlainController()
      #expect(
        text(screen, .present(from: alone)) == """
          the view of PlainController is not in a window, so nothing can be shown along present [invalidSource]
              To fix: wait for viewDidAppear(_:)
                  or: use the controller that is visible
          """)
    }

    @Test func `presenting from a controller that already presents is an error`() async throws {
      let screen = try Screen()
      try screen.registry.perform(to: .note, path: .present(from: screen.list))
      #expect(
        text(screen, .sheet(from: screen.list)) == """
          NoteController is still in a transition [unbalancedTransition]
              To fix: await completed() or removed() of the change before
                  or: show without animation
          """)
      await settle()
      #expect(
        text(screen, .sheet(from: screen.list)) == """
          PlainController already presents NoteController [actionFailed]
              To fix: remove it first
                  or: present from it
          """)
    }

    /// Returns the text of the error that a presenter reports.
    private func refusal<D>(_ shown: ActiveRoute<D>) async -> String? {
      do {
        _ = try await shown.completed()
        return nil
      } catch { return "\(error)" }
    }

    @Test func `presenting during a dismissal below is an error`() async throws {
      let screen = try Screen()
      let lower = try screen.registry.perform(to: .guarded, path: .present(from: screen.list))
      await settle()
      let upper = try screen.registry.perform(
        to: .note, path: .present(from: try #require(lower.destination)))
      await settle()
      screen.list.dismiss(animated: true)
      let refused = try screen.registry.perform(
        to: .framed, path: .present(from: try #require(upper.destination)))
      try #require(refused.state == .unrouted)
      #expect(
        await refusal(refused) == """
          UIKit did not show UINavigationController from NoteController, because Guarded is being dismissed [actionFailed]
              To fix: wait for the end of other changes, and show it from the controller that is visible
          """)
      await settle()
      #expect([lower.state, upper.state, refused.state] == [.removed, .removed, .unrouted])
    }

    @Test(arguments: [RoutePath.Kind.present, .show])
    func `a source that shows no controller is reported`(_ kind: RoutePath.Kind) async throws {
      let screen = try Screen()
      let source = StubbornController()
      screen.navigation.pushViewController(source, animated: false)
      let shown = try screen.registry.perform(to: .note, path: .custom(kind, from: source))
      try #require(shown.state == .unrouted)
      #expect(
        await refusal(shown) == """
          UIKit did not show NoteController from StubbornController, and gave no reason [actionFailed]
              To fix: look for UIKit's reason in the log, and for overrides of present(_:animated:completion:) and show(_:sender:)
          """)
      // The same view can be shown later.
      let next = try screen.registry.perform(to: .note, path: .present(from: screen.navigation))
      await settle()
      #expect(next.state == .routed)
    }

    @Test func `pushing during a transition is an error`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      #expect(
        text(screen, .push(from: screen.list)) == """
          UINavigationController is still in a transition [unbalancedTransition]
              To fix: await completed() or removed() of the change before
                  or: show without animation
          """)
      await settle()
      #expect(shown.state == .routed)
    }

    @Test func `unsuitable sources are errors`() throws {
      let screen = try Screen()
      let desk = Desk()
      #expect(
        text(screen, .push(from: desk)) == """
          Desk cannot be the source along push [invalidSource]
              To fix: use a view controller, a view, or a window scene that has one
          """)
      #expect(
        text(screen, .custom(.window, from: screen.list)) == """
          PlainController cannot be the source along window [invalidSource]
              To fix: use a window scene
          """)
      #expect(
        text(screen, .addChild(to: screen.navigation)) == """
          UINavigationController manages its own children, so no child can be added to it [invalidSource]
              To fix: use .push or .showDetail
                  or: add the child to a controller inside of it
          """)
      #expect(
        text(screen, .addChild(to: screen.list, in: UIView())) == """
          the view for the child is not inside the view of PlainController [invalidSource]
              To fix: use the container's view or one of its subviews
          """)
      #expect(
        text(screen, .segue("x", from: screen.list)) == """
          PlainController was not made by a storyboard, so it has no segues [invalidSource]
              To fix: use .show or .present
          """)
    }

    @Test func `unsuitable destinations are errors`() async throws {
      let screen = try Screen()
      let badge = try screen.registry.perform(to: .badge, path: .push(from: screen.list))
      await #expect {
        try await badge.completed()
      } throws: {
        "\($0)" == """
          BadgeView is not a UIViewController, so it cannot be shown along push [destinationMismatch]
              To fix: use another path
                  or: put it into one with Wrapped
          """
      }
      let framed = try screen.registry.perform(to: .framed, path: .push(from: screen.list))
      await #expect {
        try await framed.completed()
      } throws: {
        "\($0)" == """
          UINavigationController is a navigation controller, which UIKit cannot push [destinationMismatch]
              To fix: use .present
                  or: remove the route's Wrapped
          """
      }
    }

    @Test func `a controller that the application has pushed can't be pushed again`() async throws {
      let screen = try Screen()
      let note = NoteController()
      screen.navigation.pushViewController(note, animated: false)
      let router = try DestinationRouter(to: RoutableView(.note), in: screen.registry)
      let active = try router.perform(on: note, .push(from: screen.list))
      await #expect {
        try await active.completed()
      } throws: {
        ($0 as? RouteError)?.code == .alreadyShown
      }
      #expect(screen.navigation.viewControllers == [screen.list, note])
    }

    @Test func `showing from an invisible controller is an error`() throws {
      let screen = try Screen()
      let alone = PlainController()
      #expect(
        text(screen, .show(from: alone)) == """
          the view of PlainController is not in a window, so nothing can be shown along show [invalidSource]
              To fix: wait for viewDidAppear(_:)
                  or: use the controller that is visible
          """)
    }

    @Test(arguments: [true, false])
    func `a container that manages its children takes no child`(_ hasTabs: Bool) throws {
      let screen = try Screen()
      let container = hasTabs ? UITabBarController() : UISplitViewController()
      #expect(
        text(screen, .addChild(to: container)) == """
          \(type(of: container)) manages its own children, so no child can be added to it [invalidSource]
              To fix: use .push or .showDetail
                  or: add the child to a controller inside of it
          """)
    }
  }
}
