import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// A controller that notes who requested to show something.
final class SenderController: UIViewController {
  var senders: [AnyObject?] = []
  override func show(_ vc: UIViewController, sender: Any?) {
    senders.append(sender as AnyObject?)
    super.show(vc, sender: sender)
  }
}

extension UIKitTests {
  @Suite @MainActor struct ShowingTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    @Test func `a canceled swipe removes nothing`() async throws {
      let below = try await screen.push(.note).route
      let shown = try await screen.push(.note).route
      #expect(await screen.swipe())
      #expect(shown.canRemove == false)
      screen.navigation.modelUserEndsSwipe(isCancelled: true)
      await settle()
      #expect([below.state, shown.state] == [.routed, .routed])
      await screen.swipeBack()
      #expect([below.state, shown.state] == [.routed, .removed])
    }

    @Test func `a push shows the controller inside an adapter's proxy`() throws {
      let registry = try screen.registry.extending {
        Adapter(.noteProxy, for: .note) { NoteProxy($0) }
        Adapter(.plain, for: .note) { note in
          let frame = PlainController()
          frame.addChild(note)
          return frame
        }
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
      let frame = try registry.showAtOnce(.plain, .push(from: screen.list)).route
      #expect(frame.destination != nil && screen.navigation.topViewController === frame.destination)
    }

    @Test(arguments: [UIModalPresentationStyle.fullScreen, .pageSheet, .overFullScreen])
    func `a presentation uses the path's style`(_ style: UIModalPresentationStyle) async throws {
      let shown = try screen.registry.perform(to: .note, path: .present(from: screen.list, style: style))
      #expect(shown.state == .routing)
      await settle()
      #expect(shown.state == .routed)
      #expect(shown.destination?.modalPresentationStyle == style)
      #expect(screen.list.presentedViewController === shown.destination)
      try shown.remove()
      #expect(shown.state == .removing)
      await settle()
      #expect(shown.state == .removed && screen.list.presentedViewController == nil)
    }

    @Test func `the path configures a popover or a sheet`() async throws {
      let button = UIButton()
      let shown = try await screen.show(.note, .popover(from: screen.list) { $0.sourceView = button }).route
      #expect(shown.destination?.popoverPresentationController?.sourceView === button)
      #expect(shown.destination?.modalPresentationStyle == .popover)
      try await remove(shown)
      let plain = try await screen.show(.note, .popover(from: screen.list)).route
      #expect(plain.destination?.popoverPresentationController?.sourceView === screen.list.view)
      try await remove(plain)
      screen.list.view.addSubview(button)
      let pointing = try await screen.show(.note, .popover(from: button)).route
      #expect(pointing.destination?.popoverPresentationController?.sourceView === button)
      try await remove(pointing)
      let sheet = try await screen.show(
        .note, .sheet(from: screen.list) { $0.detents = [.medium(), .large()] }
      ).view
      #expect(sheet.sheetPresentationController?.detents.map(\.identifier) == [.medium, .large])
      #expect(sheet.modalPresentationStyle == .pageSheet)
    }

    @Test func `a custom transition decides when it completes`() async throws {
      let transition = FadeTransition()
      let shown = try await screen.show(.note, .present(from: screen.list, transition: transition)).route
      #expect(shown.state == .routing)
      #expect(shown.destination?.modalPresentationStyle == .custom)
      transition.context?.completeTransition(true)
      #expect(shown.state == .routed)
    }

    @Test func `showing from a controller without a navigation controller presents`() async throws {
      let alone = PlainController()
      screen.window.rootViewController = alone
      let presented = try screen.showAtOnce(.note, .show(from: alone)).route
      #expect(alone.presentedViewController === presented.destination)
      #expect(presented.state == .routed)
      try await remove(presented)
      #expect(alone.presentedViewController == nil)
      #expect(presented.state == .removed)
      // A navigation controller outside of any window pushes.
      let hidden = UINavigationController(rootViewController: PlainController())
      let pushed = try screen.showAtOnce(.note, .show(from: hidden)).route
      #expect(pushed.state == .routed && hidden.topViewController === pushed.destination)
    }

    @Test func `a child controller gets its calls in the documented order`() async throws {
      let box = UIView(frame: CGRect(x: 1, y: 2, width: 30, height: 40))
      screen.list.view.addSubview(box)
      let shown = try screen.showAtOnce(.note, .addChild(to: screen.list, in: box)).route
      let note = try #require(shown.destination as? NoteController)
      #expect(note.calls == ["willMove PlainController", "loadView", "didMove PlainController"])
      #expect(note.parent === screen.list)
      #expect(note.view.superview === box && note.view.subviews.isEmpty)
      #expect(note.view.frame == CGRect(x: 0, y: 0, width: 30, height: 40))
      #expect(note.view.autoresizingMask == [.flexibleWidth, .flexibleHeight])
      note.calls = []
      try shown.remove()
      #expect(shown.state == .removed)
      #expect(note.calls == ["willMove nil", "didMove nil"])
      #expect(note.view.superview == nil)
      // The application may remove a child itself.
      let other = try screen.showAtOnce(.note, .addChild(to: screen.list)).route
      #expect(other.destination?.view.superview === screen.list.view)
      other.destination?.willMove(toParent: nil)
      other.destination?.view.removeFromSuperview()
      other.destination?.removeFromParent()
      await settle()
      #expect(other.state == .removed)
    }

    @Test func `a subview appears and goes away`() throws {
      let first = try screen.showAtOnce(.badge, .addSubview(to: screen.list)).route
      let second = try screen.showAtOnce(.badge, .addSubview(to: screen.list.view)).route
      #expect(
        screen.list.view.subviews == [try #require(first.destination), try #require(second.destination)])
      try first.remove()
      second.destination?.removeFromSuperview()
      #expect([first.state, second.state] == [.removed, .routed])
      // The presenter notices it at the end of the run loop's turn.
      CFRunLoop.modelTurn()
      #expect([first.state, second.state] == [.removed, .removed])
      #expect(screen.list.view.subviews.isEmpty)
    }

    @Test func `a route opens and closes its own window`() async throws {
      let shown = try screen.showAtOnce(
        .note, .window(in: screen.scene) { $0.frame = CGRect(x: 0, y: 0, width: 7, height: 7) }
      ).route
      let window = try #require(shown.destination?.view.window)
      #expect(screen.scene.windows == [screen.window, window])
      #expect(window.isKeyWindow && !window.isHidden)
      #expect(window.frame.width == 7)
      try shown.remove()
      #expect(window.isHidden && window.windowScene == nil && window.rootViewController == nil)
      #expect(screen.window.isKeyWindow)
      #expect(shown.state == .removed)
    }

    // MARK: - Sources

    @Test func `a scene shows from its key window's visible controller`() async throws {
      let window = try screen.showAtOnce(.framed, .window(in: screen.scene)).route
      let pushed = try await screen.show(.note, .push(from: screen.scene)).route
      #expect(pushed.destination?.navigationController === window.destination?.navigationController)
      try await remove(window)
      // A controller that is being dismissed isn't visible anymore.
      let sheet = try await screen.show(.note, .sheet(from: screen.list)).view
      sheet.modelUserPullsDown()
      let next = try await screen.show(.note, .push(from: screen.scene)).route
      #expect(next.destination?.navigationController === screen.navigation)
    }

    @Test func `a scene without a key window shows from its first visible window`() async throws {
      let scene = UIWindowScene()
      let registry = try Registry { NoteModule() }
      let windows = (0..<2).map { _ in
        let window = UIWindow(windowScene: scene)
        window.rootViewController = UINavigationController(rootViewController: PlainController())
        return window
      }
      windows[1].isHidden = false
      let shown = try registry.showAtOnce(.note, .push(from: scene)).route
      #expect(shown.destination?.navigationController === windows[1].rootViewController)
    }

    @Test func `a scene pushes during a search`() async throws {
      let results = PlainController()
      let search = UISearchController(searchResultsController: results)
      search.modelUserSearches(in: screen.navigation)
      #expect(search.navigationController == nil)
      for source in [screen.scene, search, results, results.view] as [any RouteSource] {
        let pushed = try await screen.show(.note, .push(from: source)).route
        #expect(pushed.destination?.navigationController === screen.navigation)
      }
      let other = UISearchController(searchResultsController: nil)
      let error = #expect(throws: RouteError.self) {
        try screen.registry.perform(to: .note, path: .push(from: other))
      }
      #expect(error?.code == .invalidSource)
    }

    @Test func `covered controllers and plain views belong to the scene`() async throws {
      let plain = UIView()
      screen.window.addSubview(plain)
      try await screen.show(.note, .present(from: screen.list, style: .fullScreen))
      #expect(screen.list.navigationRoot === screen.scene)
      #expect(plain.navigationRoot === screen.scene)
      let alone = PlainController()
      #expect(alone.navigationRoot === alone)
      #expect(alone.view.navigationRoot === alone)
      let view = UIView()
      #expect(view.navigationRoot === view)
    }

    @Test func `the sender comes from the path or is the source`() async throws {
      let (source, button) = (SenderController(), UIButton())
      screen.navigation.pushViewController(source, animated: false)
      for path in [RoutePath.show(from: source, sender: button), .show(from: source)] {
        let shown = try screen.showAtOnce(.note, path).route
        try shown.remove { $0.animated = false }
      }
      #expect(
        source.senders.map { $0.map(ObjectIdentifier.init) } == [
          ObjectIdentifier(button), ObjectIdentifier(source),
        ])
    }

    @Test func `the presenter names the containers of views`() async throws {
      let presenter = screen.list.routePresenter
      let pushed = try await screen.push(.note).route
      #expect(presenter.holder(of: try #require(pushed.destination)) == "its parent, UINavigationController")
      let sheet = try await screen.show(.note, .sheet(from: screen.scene)).route
      #expect(
        presenter.holder(of: try #require(sheet.destination)) == "UINavigationController, which presents it")
      let badge = try screen.showAtOnce(.badge, .addSubview(to: screen.list)).route
      #expect(presenter.holder(of: try #require(badge.destination)) == "its superview, UIView")
      #expect(presenter.holder(of: PlainController()) == nil)
      #expect(presenter.holder(of: BadgeView()) == nil)
    }
  }
}

final class FadeTransition: NSObject, UIViewControllerTransitioningDelegate,
  UIViewControllerAnimatedTransitioning
{
  var context: (any UIViewControllerContextTransitioning)?
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { self }
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  { 1 }
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    context = transitionContext
  }
}

@MainActor private final class NoteProxy {
  let note: any (UIViewController & NoteInput)
  init(_ note: any (UIViewController & NoteInput)) { self.note = note }
}

extension RoutableView<NoteProxy> { fileprivate static var noteProxy: Self { declared() } }
