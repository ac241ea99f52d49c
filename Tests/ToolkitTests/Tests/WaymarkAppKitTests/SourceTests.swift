import AppKit
import Testing
import Waymark
import WaymarkAppKit

extension AppKitTests {
  @Suite @MainActor struct SourceTests {
    @Test func `a view in a sheet belongs to the window below`() throws {
      let screen = try Screen()
      let sheet = try screen.registry.perform(to: .panel, path: .sheet(from: screen.main))
      let panel = try #require(sheet.destination)
      #expect(panel.navigationRoot === screen.window)
      #expect(panel.view.navigationRoot === screen.window)
      #expect(panel.view.window?.navigationRoot === screen.window)
      #expect(screen.main.view.navigationRoot === screen.window)
      let navigator = Navigator(from: screen.window, in: screen.registry)
      let above = try screen.registry.perform(to: .panel, path: .sheet(from: panel))
      #expect(above.state == .routed)
      #expect(navigator.screens.map(\.kind) == ["sheet"])
    }

    @Test func `a controller outside any window is its own root`() {
      let (controller, view, window) = (PlainController(), NSView(), NSWindow())
      #expect(controller.navigationRoot === controller)
      #expect(controller.view.navigationRoot === controller)
      #expect(view.navigationRoot === view)
      #expect(window.navigationRoot === window)
    }

    @Test func `a popover points at its source view`() throws {
      let screen = try Screen()
      let button = NSView(frame: NSRect(x: 0, y: 0, width: 7, height: 7))
      screen.main.view.addSubview(button)
      let shown = try screen.registry.perform(to: .panel, path: .popover(from: button))
      #expect(shown.destination?.view.window?.modelledKind == "popover 3 1 7.0")
    }

    @Test func `a window with an animator keeps its delegate`() throws {
      let screen = try Screen()
      _ = try screen.registry.perform(to: .guarded, path: .present(from: screen.main, animator: Fade()))
      #expect(screen.window.delegate == nil)
    }

    @Test func `the presenter names the containers of views`() throws {
      let screen = try Screen()
      let presenter = screen.main.routePresenter
      let child = try screen.registry.perform(to: .panel, path: .addChild(to: screen.main))
      #expect(presenter.holder(of: try #require(child.destination)) == "its parent, PlainController")
      let sheet = try screen.registry.perform(to: .panel, path: .sheet(from: screen.main))
      #expect(presenter.holder(of: try #require(sheet.destination)) == "PlainController, which presents it")
      let label = try screen.registry.perform(to: .label, path: .addSubview(to: screen.main))
      #expect(presenter.holder(of: try #require(label.destination)) == "its superview, NSView")
      #expect(presenter.holder(of: PlainController()) == nil)
      #expect(presenter.holder(of: Label()) == nil)
    }

    @Test func `a released source is an error`() throws {
      let screen = try Screen()
      var source: PlainController? = PlainController()
      let path = RoutePath.sheet(from: try #require(source))
      source = nil
      let error = #expect(throws: RouteError.self) { try screen.registry.perform(to: .panel, path: path) }
      #expect(error?.code == .actionFailed)
    }
  }
}
