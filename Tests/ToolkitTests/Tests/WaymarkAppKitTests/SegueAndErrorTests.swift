import PresenterWalk
import AppKit
import Testing
import Waymark
import WaymarkAppKit

/// A controller of a storyboard.
final class BoardController: NSViewController {
  let registry: Registry

  init(_ registry: Registry) {
    self.registry = registry
    super.init(nibName: nil, bundle: nil)
    let windowController = NSWindowController()
    windowController.contentViewController = PanelController()
    NSStoryboard(modelled: [
      "showPanel": { Self.segue($0, $1, to: PanelController()) { $0.presentAsSheet($1) } },
      "openGuarded": { Self.segue($0, $1, to: Guarded(), Self.open) },
      "openPanel": { Self.segue($0, $1, to: PanelController(), Self.open) },
      "embed": {
        Self.segue($0, $1, to: PanelController()) { source, panel in
          source.addChild(panel)
          source.view.addSubview(panel.view)
        }
      },
      "inWindowController": { identifier, source in
        NSStoryboardSegue(identifier: identifier, source: source, destination: windowController) {
          if let panel = windowController.contentViewController { source.presentAsSheet(panel) }
        }
      },
    ]).modelAdd(self)
  }
  required init?(coder: NSCoder) { nil }

  private static func segue(
    _ identifier: String, _ source: NSViewController, to destination: NSViewController,
    _ show: @escaping @MainActor (NSViewController, NSViewController) -> Void
  ) -> NSStoryboardSegue {
    NSStoryboardSegue(identifier: identifier, source: source, destination: destination) {
      show(source, destination)
    }
  }

  private static func open(_ source: NSViewController, _ destination: NSViewController) {
    NSWindow(contentViewController: destination).makeKeyAndOrderFront(nil)
  }

  override func prepare(for segue: NSStoryboardSegue, sender: Any?) {
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
    private let screen: Screen
    private let board: BoardController

    init() throws {
      screen = try Screen()
      board = BoardController(screen.registry)
    }

    /// Shows the storyboard's controller in the window.
    private func showBoard() { screen.window.contentViewController = board }

    @Test func `a segue makes and shows the destination`() async throws {
      showBoard()
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

    @Test func `the current registry prepares segues`() throws {
      let panel = PanelController()
      let segue = NSStoryboardSegue(identifier: "x", source: board, destination: panel) {}
      try Registry.withCurrent(screen.registry) {
        try Router.prepare(for: segue, sender: nil) { (panel: PanelController) in panel.name = "router" }
        try Router.prepare(for: segue, sender: nil)
      }
      #expect(panel.name == "router, prepared, prepared")
    }

    @Test func `a second sheet of a window is refused`() throws {
      let (first, sheet) = try screen.show(.guarded, .sheet(from: screen.main))
      #expect(
        error(.sheet(from: screen.window))?.presenterText == """
          the window of PlainController already has Guarded as a sheet [actionFailed]
              To fix: remove it first
                  or: show the next sheet from it
          """)
      let popover = try screen.show(.panel, .popover(from: screen.main)).route
      #expect(popover.state == .routed)
      try popover.remove()
      let (above, upper) = try screen.show(.panel, .sheet(from: sheet))
      #expect(upper.view.window?.isVisible == true)
      try above.remove()
      try first.remove()
      let (next, panel) = try screen.show(.panel, .sheet(from: screen.main))
      #expect(panel.view.window?.isVisible == true)
      try next.remove()
      // AppKit shows a sheet after an alert, whose window has no controller.
      let alert = NSWindow()
      screen.window.beginSheet(alert)
      let later = try screen.show(.panel, .sheet(from: screen.main)).view
      screen.window.endSheet(alert)
      #expect(later.view.window?.isVisible == true)
    }

    @Test func `a segue's destination may be in a window controller`() async throws {
      showBoard()
      let (shown, panel) = try screen.show(.panel, .segue("inWindowController", from: board))
      #expect(shown.state == .routed && panel.name == "segue, prepared")
      board.dismiss(panel)
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a controller embedded by a segue can't be removed`() async throws {
      showBoard()
      let (shown, panel) = try screen.show(.panel, .segue("embed", from: board))
      #expect(shown.state == .routed && shown.canRemove == false)
      panel.view.removeFromSuperview()
      panel.removeFromParent()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a segue works in a window with tabs`() throws {
      let tabs = NSTabViewController()
      tabs.addTabViewItem(NSTabViewItem(viewController: board))
      screen.window.contentViewController = tabs
      let (shown, panel) = try screen.show(.panel, .segue("showPanel", from: board))
      #expect(shown.state == .routed && panel.name == "segue, prepared")
      #expect(tabs.routePresenter.holder(of: panel) == "BoardController, which presents it")
      #expect(shown.canRemove)
      try shown.remove()
      #expect(shown.state == .removed)
    }

    private func error(_ path: RoutePath) -> RouteError? {
      do {
        try screen.registry.perform(to: .panel, path: path)
        return nil
      } catch { return error }
    }

    @Test func `unsuitable paths, sources, and destinations are errors`() async throws {
      let (desk, alone) = (Desk(), PlainController())
      let errors = [
        error(.push(from: screen.main)), error(.sheet(from: desk)), error(.sheet(from: alone)),
        error(.addChild(to: screen.main, in: NSView())), error(.segue("x", from: screen.main)),
      ]
      #expect(
        errors.map(\.?.code) == [
          .unsupportedPath, .invalidSource, .invalidSource, .invalidSource, .invalidSource,
        ])
      // The tests of UIKit's presenter have the whole messages.
      let texts = [
        "only present, sheet, modalWindow, popover, addChild, addSubview, segue, window [",
        "use a view controller, a view, or a window that has one", "wait for viewDidAppear()\n",
        "the view of PlainController [", "use .sheet or .window",
      ]
      for (error, text) in zip(errors, texts) { #expect(error?.description.contains(text) == true) }
      let shown = try screen.registry.perform(to: .label, path: .sheet(from: screen.main))
      let error = await #expect(throws: RouteError.self) { try await shown.completed() }
      #expect(error?.message == "Label is not an NSViewController, so it cannot be shown along sheet")
    }
  }
}
