import AppKit
import Testing
import Waymark
import WaymarkAppKit

/// A controller of a storyboard.
final class BoardController: NSViewController {
  let registry: Registry
  var prepares = true

  init(_ registry: Registry) {
    self.registry = registry
    super.init(nibName: nil, bundle: nil)
    NSStoryboard(modelled: [
      "showPanel": { identifier, source in
        let panel = PanelController()
        return NSStoryboardSegue(identifier: identifier, source: source, destination: panel) {
          source.presentAsSheet(panel)
        }
      },
      "openGuarded": { identifier, source in
        let guarded = Guarded()
        return NSStoryboardSegue(identifier: identifier, source: source, destination: guarded) {
          NSWindow(contentViewController: guarded).makeKeyAndOrderFront(nil)
        }
      },
      "openPanel": { identifier, source in
        let panel = PanelController()
        return NSStoryboardSegue(identifier: identifier, source: source, destination: panel) {
          NSWindow(contentViewController: panel).makeKeyAndOrderFront(nil)
        }
      },
      "embed": { identifier, source in
        let panel = PanelController()
        return NSStoryboardSegue(identifier: identifier, source: source, destination: panel) {
          source.addChild(panel)
          source.view.addSubview(panel.view)
        }
      },
      "inWindowController": { identifier, source in
        let controller = NSWindowController()
        controller.contentViewController = PanelController()
        return NSStoryboardSegue(identifier: identifier, source: source, destination: controller) {
          if let panel = controller.contentViewController { source.presentAsSheet(panel) }
        }
      },
    ]).modelAdd(self)
  }
  required init?(coder: NSCoder) { nil }

  override func prepare(for segue: NSStoryboardSegue, sender: Any?) {
    guard prepares else { return }
    do {
      try registry.prepare(for: segue, sender: sender) { (panel: any (NSViewController & PanelInput)) in
        panel.name = "segue"
      }
    } catch { Issue.record(error) }
  }
}

final class Desk: RouteSource {
  let controller = NSViewController()
  var routePresenter: any RoutePresenter { controller.routePresenter }
}

extension AppKitTests {
  @Suite @MainActor struct SegueAndErrorTests {
    func text(_ screen: Screen, _ path: RoutePath) -> String? {
      do {
        try screen.registry.perform(to: .panel, path: path)
        return nil
      } catch { return "\(error)" }
    }

    @Test func `a segue makes and shows the destination`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.window.contentViewController = board
      let shown = try screen.registry.perform(to: .panel, path: .segue("showPanel", from: board)) {
        $0.prepareDestination = { $0.name += ", caller" }
      }
      #expect(try await shown.completed().name == "segue, caller, prepared")
      #expect(board.presentedViewControllers == [try #require(shown.destination)])
      try shown.remove()
      #expect(shown.state == .removed)
      board.performSegue(withIdentifier: "showPanel", sender: nil)
      #expect((board.presentedViewControllers?.first as? PanelController)?.name == "segue, prepared")
    }

    @Test func `a second sheet of a window is refused`() async throws {
      let screen = try Screen()
      let first = try screen.registry.perform(to: .guarded, path: .sheet(from: screen.main))
      #expect(
        text(screen, .sheet(from: screen.window)) == """
          the window of PlainController already has Guarded as a sheet [actionFailed]
              To fix: remove it first
                  or: show the next sheet from it
          """)
      let sheet = try #require(first.destination)
      let above = try screen.registry.perform(to: .panel, path: .sheet(from: sheet))
      #expect(above.destination?.view.window?.isVisible == true)
      try above.remove()
      try first.remove()
      let next = try screen.registry.perform(to: .panel, path: .sheet(from: screen.main))
      #expect(next.destination?.view.window?.isVisible == true)
      try next.remove()
      // AppKit shows a sheet after an alert, whose window has no controller.
      let alert = NSWindow()
      screen.window.beginSheet(alert)
      let later = try screen.registry.perform(to: .panel, path: .sheet(from: screen.main))
      screen.window.endSheet(alert)
      #expect(later.destination?.view.window?.isVisible == true)
    }

    @Test func `a segue's destination may be in a window controller`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.window.contentViewController = board
      let shown = try screen.registry.perform(to: .panel, path: .segue("inWindowController", from: board))
      #expect(try await shown.completed().name == "segue, prepared")
      board.dismiss(try #require(shown.destination))
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `closing a segue's window asks the route`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.window.contentViewController = board
      let shown = try screen.registry.perform(to: .guarded, path: .segue("openGuarded", from: board))
      let guarded = try await shown.completed()
      let window = try #require(guarded.view.window)
      window.performClose(nil)
      await settle()
      #expect(shown.state == .routed && window.isVisible)
      guarded.mayLeave = true
      window.performClose(nil)
      await settle()
      #expect(shown.state == .removed && !window.isVisible)
      #expect(guarded.questions == 2)
      #expect(window.delegate == nil)
    }

    @Test func `closing a segue's window asks a part of its view`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.window.contentViewController = board
      let shown = try screen.registry.perform(to: .panel, path: .segue("openPanel", from: board))
      let panel = try #require(shown.destination)
      let part = try screen.registry.perform(to: .guarded, path: .addChild(to: panel))
      let guarded = try #require(part.destination)
      let window = try #require(panel.view.window)
      window.performClose(nil)
      await settle()
      #expect([shown.state, part.state] == [.routed, .routed] && guarded.questions == 1)
      guarded.mayLeave = true
      window.performClose(nil)
      await settle()
      #expect([shown.state, part.state] == [.removed, .removed])
    }

    @Test func `a controller embedded by a segue can't be removed`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.window.contentViewController = board
      let shown = try screen.registry.perform(to: .panel, path: .segue("embed", from: board))
      let panel = try await shown.completed()
      #expect(shown.canRemove == false)
      panel.view.removeFromSuperview()
      panel.removeFromParent()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a failed segue doesn't affect the next one`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      screen.window.contentViewController = board
      board.prepares = false
      _ = try screen.registry.perform(to: .panel, path: .segue("showPanel", from: board)) {
        $0.prepareDestination = { $0.name = "stale" }
      }
      board.prepares = true
      board.performSegue(withIdentifier: "showPanel", sender: nil)
      #expect((board.presentedViewControllers?.last as? PanelController)?.name == "segue, prepared")
    }

    @Test func `a segue works in a window with tabs`() async throws {
      let screen = try Screen()
      let (tabs, board) = (NSTabViewController(), BoardController(screen.registry))
      tabs.addTabViewItem(NSTabViewItem(viewController: board))
      screen.window.contentViewController = tabs
      let shown = try screen.registry.perform(to: .panel, path: .segue("showPanel", from: board))
      #expect(try await shown.completed().name == "segue, prepared")
      #expect(
        tabs.routePresenter.holder(of: try #require(shown.destination))
          == "BoardController, which presents it")
      #expect(shown.canRemove)
      try shown.remove()
      #expect(shown.state == .removed)
    }

    @Test func `an unprepared segue is reported`() async throws {
      let screen = try Screen()
      let board = BoardController(screen.registry)
      board.prepares = false
      let shown = try screen.registry.perform(to: .panel, path: .segue("showPanel", from: board))
      await #expect {
        try await shown.completed()
      } throws: {
        "\($0)" == """
          BoardController performed the segue 'showPanel' without preparing its destination [segueNotPerformed]
              To fix: call Router.prepare(for:sender:) in its prepare(for:sender:)
          """
      }
    }

    @Test func `unsuitable paths and sources are errors`() throws {
      let screen = try Screen()
      let (desk, alone) = (Desk(), PlainController())
      #expect(
        text(screen, .push(from: screen.main)) == """
          AppKit has no path push, only present, sheet, modalWindow, popover, addChild, addSubview, segue, window [unsupportedPath]
              To fix: use one of these
                  or: add Shows(along: .push) to the route
          """)
      #expect(
        text(screen, .sheet(from: desk)) == """
          Desk cannot be the source along sheet [invalidSource]
              To fix: use a view controller, a view, or a window that has one
          """)
      #expect(
        text(screen, .sheet(from: alone)) == """
          the view of PlainController is not in a window, so nothing can be shown along sheet [invalidSource]
              To fix: wait for viewDidAppear()
                  or: use the controller that is visible
          """)
      #expect(
        text(screen, .addChild(to: screen.main, in: NSView())) == """
          the view for the child is not inside the view of PlainController [invalidSource]
              To fix: use the container's view or one of its subviews
          """)
      #expect(
        text(screen, .segue("x", from: screen.main)) == """
          PlainController was not made by a storyboard, so it has no segues [invalidSource]
              To fix: use .sheet or .window
          """)
    }

    @Test func `a destination that isn't a view controller is an error`() async throws {
      let screen = try Screen()
      let shown = try screen.registry.perform(to: .label, path: .sheet(from: screen.main))
      await #expect {
        try await shown.completed()
      } throws: {
        "\($0)" == """
          Label is not an NSViewController, so it cannot be shown along sheet [destinationMismatch]
              To fix: use another path
                  or: put it into one with Wrapped
          """
      }
    }
  }
}
