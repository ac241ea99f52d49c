import PresenterWalk
import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// A controller that shows nothing.
final class StubbornController: UIViewController {
  weak var refused: UIViewController?
  override func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) { refused = viewControllerToPresent }
  override func show(_ vc: UIViewController, sender: Any?) { refused = vc }
}

final class Desk: RouteSource {
  let controller = UIViewController()
  var routePresenter: any RoutePresenter { controller.routePresenter }
}

extension UIKitTests {
  @Suite @MainActor struct ErrorTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    /// Returns the error of showing a note, also one that the presenter reports.
    private func text(_ path: RoutePath) async -> String? {
      await text { try screen.registry.perform(to: .note, path: path) }
    }

    private func text<D>(_ perform: () throws -> ActiveRoute<D>) async -> String? {
      do {
        let refused = try perform()
        if refused.state == .unrouted { try await refused.completed() }
        return nil
      } catch { return (error as? RouteError)?.presenterText }
    }

    @Test func `a path that UIKit doesn't have is an error`() async throws {
      #expect(
        await text(.custom(RoutePath.Kind("split"), from: screen.list)) == """
          UIKit has no path split, only push, present, popover, sheet, show, showDetail, addChild, addSubview, segue, window [unsupportedPath]
              To fix: use one of these
                  or: add Shows(along: .split) to the route
          """)
    }

    @Test func `showing from a controller outside of containers and windows is an error`() async throws {
      let alone = PlainController()
      #expect(
        await text(.push(from: alone)) == """
          PlainController is not in a navigation controller, so nothing can be pushed from it [invalidSource]
              To fix: put it into a UINavigationController
                  or: use .present or .show
          """)
      for kind in [RoutePath.Kind.present, .show] {
        #expect(
          await text(.custom(kind, from: alone)) == """
            the view of PlainController is not in a window, so nothing can be shown along \(kind) [invalidSource]
                To fix: wait for viewDidAppear(_:)
                    or: use the controller that is visible
            """)
      }
    }

    @Test func `presenting from a controller that already presents is an error`() async throws {
      try screen.registry.perform(to: .note, path: .present(from: screen.list))
      #expect(
        await text(.sheet(from: screen.list)) == """
          NoteController is still in a transition [unbalancedTransition]
              To fix: await completed() or removed() of the change before
                  or: show without animation
          """)
      await settle()
      #expect(
        await text(.sheet(from: screen.list)) == """
          PlainController already presents NoteController [actionFailed]
              To fix: remove it first
                  or: present from it
          """)
    }

    @Test func `presenting during a dismissal below is an error`() async throws {
      let (lower, guarded) = try await screen.present(.guarded)
      let (upper, note) = try await screen.show(.note, .present(from: guarded))
      screen.list.dismiss(animated: true)
      let refused = try screen.registry.perform(to: .framed, path: .present(from: note))
      try #require(refused.state == .unrouted)
      #expect(
        await text { refused } == """
          UIKit did not show UINavigationController from NoteController, because Guarded is being dismissed [actionFailed]
              To fix: wait for the end of other changes, and show it from the controller that is visible
          """)
      await settle()
      #expect([lower.state, upper.state, refused.state] == [.removed, .removed, .unrouted])
    }

    @Test(arguments: [RoutePath.Kind.present, .show])
    func `a source that shows no controller is reported`(_ kind: RoutePath.Kind) async throws {
      let source = StubbornController()
      screen.navigation.pushViewController(source, animated: false)
      #expect(
        await text(.custom(kind, from: source)) == """
          UIKit did not show NoteController from StubbornController, and gave no reason [actionFailed]
              To fix: look for UIKit's reason in the log, and for overrides of present(_:animated:completion:) and show(_:sender:)
          """)
      #expect(source.refused == nil, "the presenter doesn't retain it")
      // The same view can be shown later.
      #expect(try await screen.show(.note, .present(from: screen.navigation)).route.state == .routed)
    }

    @Test func `unsuitable sources are errors`() async throws {
      let desk = Desk()
      #expect(
        await text(.push(from: desk)) == """
          Desk cannot be the source along push [invalidSource]
              To fix: use a view controller, a view, or a window scene that has one
          """)
      #expect(
        await text(.custom(.window, from: screen.list)) == """
          PlainController cannot be the source along window [invalidSource]
              To fix: use a window scene
          """)
      #expect(
        await text(.addChild(to: screen.list, in: UIView())) == """
          the view for the child is not inside the view of PlainController [invalidSource]
              To fix: use the container's view or one of its subviews
          """)
      #expect(
        await text(.segue("x", from: screen.list)) == """
          PlainController was not made by a storyboard, so it has no segues [invalidSource]
              To fix: use .show or .present
          """)
      for container in [screen.navigation, UITabBarController(), UISplitViewController()] {
        #expect(
          await text(.addChild(to: container)) == """
            \(type(of: container)) manages its own children, so no child can be added to it [invalidSource]
                To fix: use .push or .showDetail
                    or: add the child to a controller inside of it
            """)
      }
    }

    @Test func `unsuitable destinations are errors`() async throws {
      let path = RoutePath.push(from: screen.list)
      #expect(
        await text { try screen.registry.perform(to: .badge, path: path) } == """
          BadgeView is not a UIViewController, so it cannot be shown along push [destinationMismatch]
              To fix: use another path
                  or: put it into one with Wrapped
          """)
      #expect(
        await text { try screen.registry.perform(to: .framed, path: path) } == """
          UINavigationController is a navigation controller, which UIKit cannot push [destinationMismatch]
              To fix: use .present
                  or: remove the route's Wrapped
          """)
    }

    @Test func `a controller that the application has pushed can't be pushed again`() async throws {
      let note = NoteController()
      screen.navigation.pushViewController(note, animated: false)
      let router = try DestinationRouter(to: RoutableView(.note), in: screen.registry)
      let active = try router.perform(on: note, .push(from: screen.list))
      let error = await #expect(throws: RouteError.self) { try await active.completed() }
      #expect(error?.code == .alreadyShown)
      #expect(screen.navigation.viewControllers == [screen.list, note])
    }
  }
}
