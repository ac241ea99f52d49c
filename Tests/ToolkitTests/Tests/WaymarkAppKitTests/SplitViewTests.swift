import AppKit
import Testing
import Waymark
import WaymarkAppKit

/// A controller with a view that makes a pane of each of its subviews.
final class SplitController: NSViewController { override func loadView() { view = NSSplitView() } }

extension RoutableView<SplitController> { static var split: Self { declared() } }
extension RoutableView<NSSplitView> { static var splitView: Self { declared() } }

extension AppKitTests {
  @Suite("Split views and their panes") @MainActor struct SplitViewTests {
    private let screen: Screen
    private let registry: Registry

    init() throws {
      screen = try Screen()
      registry = try Registry {
        Route(SplitController.self, { RoutableView(.split) }, make: { SplitController() })
        Route(NSSplitView.self, { RoutableView(.splitView) }, make: { NSSplitView() })
        PanelModule()
      }
    }

    @Test(arguments: [RoutePath.Kind.sheet, .modalWindow, .popover, .addChild, .window])
    func `the presenter adds no pane to a controller's split view`(_ kind: RoutePath.Kind) async throws {
      let shown = try registry.show(.split, .custom(kind, from: screen.main)).route
      await settle()
      let split = try #require(shown.destination?.view as? NSSplitView)
      #expect(split.arrangedSubviews.isEmpty)
      split.addArrangedSubview(NSView())
      await settle()
      #expect(split.arrangedSubviews.count == 1)
      #expect(shown.state == .routed)
      let window = try #require(split.window)
      if kind == .addChild {
        split.removeFromSuperview()
        shown.destination?.removeFromParent()
      } else if let presenter = shown.destination?.presentingViewController {
        presenter.dismiss(try #require(shown.destination))
      } else {
        window.close()
      }
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `a shown split view has only the panes that are shown in it`() async throws {
      let (shown, split) = try registry.show(.splitView, .addSubview(to: screen.main))
      #expect(split.arrangedSubviews.isEmpty)
      let (label, pane) = try registry.show(.label, .addSubview(to: split))
      #expect(split.arrangedSubviews == [pane])
      pane.removeFromSuperview()
      await settle()
      #expect([shown.state, label.state] == [.routed, .removed])
      split.removeFromSuperview()
      await settle()
      #expect(shown.state == .removed)
    }

    @Test func `the presenter observes the run loop only while a destination is shown`() async throws {
      await settle()
      let count = CFRunLoop.modelObserverCount
      let first = try registry.show(.label, .addSubview(to: screen.main)).route
      let second = try registry.show(.label, .addSubview(to: screen.main)).route
      // Another test of AppKit may show something, and UIKit's presenter has an observer of its own.
      #expect([count, count + 1].contains(CFRunLoop.modelObserverCount))
      try first.remove()
      try second.remove()
      #expect(CFRunLoop.modelObserverCount == count)
    }
  }
}
