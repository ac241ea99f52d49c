import Testing
import UIKit
import Waymark
import WaymarkUIKit

/// A container of the application, which shows one of its pages, and keeps the others.
final class PagesController: UIViewController {
  private let pages: [UIViewController]

  init(_ pages: [UIViewController]) {
    self.pages = pages
    super.init(nibName: nil, bundle: nil)
    select(0)
  }
  required init?(coder: NSCoder) { nil }

  func select(_ index: Int) {
    for child in children {
      child.willMove(toParent: nil)
      child.viewIfLoaded?.removeFromSuperview()
      child.removeFromParent()
    }
    addChild(pages[index])
    if let shown = pages[index].view { view.addSubview(shown) }
    pages[index].didMove(toParent: self)
  }
}

extension UIKitTests {
  @Suite @MainActor struct RemovalTests {
    private let screen: Screen

    init() throws { screen = try Screen() }

    @Test func `a failing request reports a removed view that was never visible`() throws {
      let alone = PlainController()
      let shown = try screen.showAtOnce(.note, .addChild(to: alone)).route
      try screen.showAtOnce(.badge, .addSubview(to: screen.list))
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

    @Test func `a child that the application has removed can be removed`() throws {
      let (shown, note) = try screen.showAtOnce(.note, .addChild(to: screen.list))
      note.willMove(toParent: nil)
      note.view.removeFromSuperview()
      note.removeFromParent()
      try shown.remove()
      #expect(shown.state == .removed)
    }

    @Test func `removing a part removes the parts inside it`() async throws {
      let (outer, view) = try screen.showAtOnce(.note, .addChild(to: screen.list))
      let inner = try screen.showAtOnce(.note, .addChild(to: view)).route
      await settle()
      try await remove(outer)
      #expect([outer.state, inner.state] == [.removed, .removed])
    }

    @Test func `replacing a view that was never visible reports its removal`() throws {
      let split = UISplitViewController()
      split.viewControllers = [PlainController()]
      let first = try screen.registry.perform(to: .note, path: .showDetail(from: split, sender: nil))
      let second = try screen.registry.perform(to: .note, path: .showDetail(from: split, sender: nil))
      #expect([first.state, second.state] == [.removed, .routed])
    }

    /// How a window ends without a request.
    enum WindowEnd: CaseIterable { case isHidden, losesRoot, losesScene }

    @Test(arguments: WindowEnd.allCases)
    func `a window that is hidden or loses its root or its scene removes its routes`(end: WindowEnd)
      async throws
    {
      var scene: UIWindowScene? = UIWindowScene()
      let (shown, framed) = try screen.showAtOnce(.framed, .window(in: try #require(scene)))
      let pushed = try screen.showAtOnce(.note, .push(from: framed)).route
      weak let window = framed.navigationController?.view.window
      await settle()
      #expect([shown.state, pushed.state] == [.routed, .routed])
      switch end {
      case .isHidden: window?.isHidden = true
      case .losesRoot: window?.rootViewController = PlainController()
      case .losesScene: scene = nil
      }
      #expect((window?.windowScene == nil) == (end == .losesScene), "the presenter doesn't retain the scene")
      await settle()
      #expect([shown.state, pushed.state] == [.removed, .removed])
    }

    @Test func `removing another window keeps the key window`() throws {
      let first = try screen.showAtOnce(.note, .window(in: screen.scene)).route
      let second = try screen.showAtOnce(.note, .window(in: screen.scene)).route
      let window = try #require(second.destination?.view.window)
      try first.remove()
      #expect(window.isKeyWindow)
    }

    @Test func `screens stay while the application's container hides their page`() async throws {
      let container = PagesController([screen.navigation, PlainController()])
      screen.window.rootViewController = container
      let (shown, note) = try await screen.push(.note)
      let part = try screen.showAtOnce(.badge, .addSubview(to: note)).route
      let child = try screen.showAtOnce(.note, .addChild(to: note)).route
      await settle()
      for page in [1, 0, 1] {
        container.select(page)
        await settle()
        #expect([shown.state, part.state, child.state] == [.routed, .routed, .routed])
      }
      container.select(0)
      await screen.tapBack()
      #expect([shown.state, part.state, child.state] == [.removed, .removed, .removed])
      let last = try await screen.push(.note).route
      container.select(1)
      screen.window.rootViewController = PlainController()
      await settle()
      #expect(last.state == .removed)
    }

    @Test func `screens stay while their presentation moves`() async throws {
      let framed = try await screen.present(.framed).route
      let inside = try await screen.show(.note, .push(from: try #require(framed.destination))).route
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
  }
}
