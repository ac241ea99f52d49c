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
  @Suite @MainActor struct SourceTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

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
