import SwiftUI
import Testing
import UIKit
import Waymark
import WaymarkUIKit

extension RoutableView<BlurredController> { static var blurred: Self { declared() } }
extension RoutableView<UIHostingController<Text>> { static var hosted: Self { declared() } }

final class BlurredController: UIViewController {
  override func loadView() { view = UIVisualEffectView(effect: nil) }
}

/// Views that don't take subviews.
struct ViewModule: RouteModule {
  var routes: Routes {
    Route(BlurredController.self) {
      RoutableView(.blurred)
    } make: {
      BlurredController()
    }
    Route(UIHostingController<Text>.self) {
      RoutableView(.hosted)
    } make: {
      UIHostingController(rootView: Text("hosted"))
    }
  }
}

extension UIKitTests {
  @Suite @MainActor struct RemovalTests {
    /// Makes the presenter look for what was removed while no view left a window.
    private func showSomething(_ screen: Screen) throws {
      try screen.registry.perform(to: .badge, path: .addSubview(to: screen.list))
    }

    @Test func `a failing request reports a removed view that was never visible`() throws {
      let screen = try Screen()
      let alone = PlainController()
      let shown = try screen.registry.perform(to: .note, path: .addChild(to: alone))
      try showSomething(screen)
      #expect(shown.state == .routed)
      shown.destination?.willMove(toParent: nil)
      shown.destination?.view.removeFromSuperview()
      shown.destination?.removeFromParent()
      #expect(shown.state == .routed)
      // A request that fails looks for it, too.
      #expect(throws: RouteError.self) {
        try screen.registry.perform(to: .note, path: .addChild(to: screen.navigation))
      }
      #expect(shown.state == .removed)
    }

    @Test func `replacing a view that was never visible reports its removal`() throws {
      let screen = try Screen()
      let split = UISplitViewController()
      split.viewControllers = [PlainController()]
      let first = try screen.registry.perform(to: .note, path: .showDetail(from: split, sender: nil))
      let second = try screen.registry.perform(to: .note, path: .showDetail(from: split, sender: nil))
      #expect([first.state, second.state] == [.removed, .routed])
    }

    @Test func `hiding a window removes its route`() throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .window(in: screen.scene))
      shown.destination?.view.window?.isHidden = true
      try showSomething(screen)
      #expect(shown.state == .removed)
    }

    @Test func `replacing a window's root removes its route`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .note, path: .window(in: screen.scene))
      shown.destination?.view.window?.rootViewController = PlainController()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `removing another window keeps the key window`() throws {
      let screen = try Screen()
      let first = try screen.registry.perform(to: .note, path: .window(in: screen.scene))
      let second = try screen.registry.perform(to: .note, path: .window(in: screen.scene))
      let window = try #require(second.destination?.view.window)
      try first.remove()
      #expect(window.isKeyWindow)
    }

    @Test func `leaving a screen removes its parts`() async throws {
      let screen = try Screen()
      let pushed = try screen.registry.perform(to: .note, path: .push(from: screen.list))
      await settle()
      let note = try #require(pushed.destination)
      let child = try screen.registry.perform(to: .note, path: .addChild(to: note))
      let badge = try screen.registry.perform(to: .badge, path: .addSubview(to: note))
      let below = try screen.registry.perform(to: .badge, path: .addSubview(to: screen.list))
      await settle()
      #expect([child.state, badge.state, below.state] == [.routed, .routed, .routed])
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect([child.state, badge.state, below.state] == [.removed, .removed, .routed])
    }

    @Test func `a covered screen keeps its parts`() async throws {
      let screen = try Screen()
      let child = try screen.registry.perform(to: .note, path: .addChild(to: screen.list))
      let badge = try screen.registry.perform(to: .badge, path: .addSubview(to: screen.list))
      let cover = try screen.registry.perform(
        to: .note, path: .present(from: screen.list, style: .fullScreen))
      await settle()
      #expect([child.state, badge.state] == [.routed, .routed])
      try cover.remove()
      await settle()
      #expect([child.state, badge.state] == [.routed, .routed])
    }

    @Test func `screens stay while their presentation moves`() async throws {
      let screen = try Screen()
      let framed = try screen.registry.perform(to: .framed, path: .present(from: screen.list))
      await settle()
      let inside = try screen.registry.perform(
        to: .note, path: .push(from: try #require(framed.destination)))
      await settle()
      // UIKit moves a presented view when its presentation adapts to another size.
      let view = try #require(screen.list.presentedViewController?.view)
      let container = try #require(view.superview)
      view.removeFromSuperview()
      await settle()
      #expect([framed.state, inside.state] == [.routed, .routed])
      container.addSubview(view)
      await settle()
      #expect([framed.state, inside.state] == [.routed, .routed])
    }

    @Test func `a removal is reported at the end of the run loop's turn`() throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .badge, path: .addSubview(to: screen.list))
      shown.destination?.removeFromSuperview()
      #expect(shown.state == .routed)
      CFRunLoop.modelTurn()
      #expect(shown.state == .removed)
    }

    @Test func `the presenter adds no subview to a visual effect view`() async throws {
      let screen = try Screen()
      let registry = try Registry { ViewModule() }
      let child = try registry.perform(to: .blurred, path: .addChild(to: screen.list))
      let pushed = try registry.perform(to: .blurred, path: .push(from: screen.list))
      await settle()
      #expect([child.state, pushed.state] == [.routed, .routed])
      screen.navigation.modelUserTapsBack()
      child.destination?.view.removeFromSuperview()
      child.destination?.removeFromParent()
      await settle()
      #expect([child.state, pushed.state] == [.removed, .removed])
    }

    @Test func `the presenter adds no subview to a hosting controller`() async throws {
      let screen = try Screen()
      let registry = try Registry { ViewModule() }
      let shown = try registry.perform(to: .hosted, path: .present(from: screen.list))
      await settle()
      let hosted = try #require(shown.destination)
      #expect(hosted.isViewLoaded && hosted.modelledFaults.isEmpty)
      hosted.modelUserPullsDown()
      await settle()
      #expect(shown.state == .removed)
      hosted.view.addSubview(UIView())
      #expect(
        hosted.modelledFaults == ["Adding 'UIView' as a subview of UIHostingController.view is not supported"]
      )
    }

    @Test func `the modeled visual effect view refuses subviews`() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let view = UIVisualEffectView(effect: nil)
          view.contentView.addSubview(UIView())
          view.addSubview(UIView())
        }
      }
    }

    @Test func `the presenter leaves nothing in the view`() async throws {
      let screen = try Screen()
      let child = try screen.registry.perform(to: .note, path: .addChild(to: screen.list))
      #expect(child.destination?.view.subviews.isEmpty == true)
      let pushed = try screen.registry.perform(to: .guarded, path: .push(from: screen.list))
      await settle()
      let gestures = screen.navigation.view.gestureRecognizers?.count
      pushed.destination?.mayLeave = true
      screen.navigation.modelUserTapsBack()
      await settle()
      #expect(pushed.state == .removed)
      #expect(gestures == 4)
      #expect(screen.navigation.view.gestureRecognizers?.count == 2)
    }
  }
}
