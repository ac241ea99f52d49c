import AppKit
import PresenterWalk
import Testing
import Waymark
import WaymarkAppKit

@Suite(.serialized) @MainActor struct AppKitTests {}

@MainActor protocol PanelInput: AnyObject { var name: String { get set } }
extension RoutableView<any (NSViewController & PanelInput)> { static var panel: Self { declared() } }
extension RoutableView<Guarded> { static var guarded: Self { declared() } }
extension RoutableView<Label> { static var label: Self { declared() } }

final class PanelController: NSViewController, PanelInput, ViewDestination { var name = "" }
/// AppKit makes a presented controller the delegate of its window.
final class Guarded: NSViewController, NSWindowDelegate, WalkScreen {
  var mayLeave = false
  var questions = 0
  var resizes = 0
  func windowDidResize(_ notification: Notification) { resizes += 1 }
}
final class Label: NSView, ViewDestination {}
final class PlainController: NSViewController {}

struct PanelModule: RouteModule {
  var routes: Routes {
    Route(PanelController.self) {
      View(.panel)
    } prepare: { panel, _ in
      panel.name += ", prepared"
    }
    Route(Guarded.self) {
      View(.guarded)
      Leaves { $0.answer() }
    }
    Route(Label.self) { View(.label) }
  }
}

/// A window with a controller.
@MainActor final class Screen {
  let main = PlainController()
  let window: NSWindow
  let registry: Registry

  init() throws {
    registry = try Registry { PanelModule() }
    window = NSWindow(contentViewController: main)
    window.makeKeyAndOrderFront(nil)
  }

  /// Shows a destination, also one that appears later.
  @discardableResult
  func show<D>(_ token: RoutableView<D>, _ path: RoutePath) throws -> (route: ActiveRoute<D>, view: D) {
    try registry.show(token, path)
  }
}

extension Registry {
  /// Shows a destination, also one that appears later.
  @MainActor @discardableResult
  func show<D>(_ token: RoutableView<D>, _ path: RoutePath) throws -> (route: ActiveRoute<D>, view: D) {
    let shown = try perform(to: token, path: path)
    return (shown, try #require(shown.destination))
  }
}

/// Presses a window's close button as the user does.
@MainActor func userCloses(_ window: NSWindow?) async {
  window?.performClose(nil)
  await settle()
}

/// Lets all tasks run that are ready, and then lets the main run loop wait.
///
/// A task that continues on the main actor waits for another thread first, which a busy machine may delay.
@MainActor func settle() async {
  for _ in 0..<20 { await Task.yield() }
  try? await Task.sleep(for: .milliseconds(3))
  for _ in 0..<20 { await Task.yield() }
  CFRunLoop.modelTurn()
}

final class Fade: NSObject, NSViewControllerPresentationAnimator {
  var calls: [String] = []
  func animatePresentation(of viewController: NSViewController, from fromViewController: NSViewController) {
    calls.append("present")
    fromViewController.view.addSubview(viewController.view)
  }
  func animateDismissal(of viewController: NSViewController, from fromViewController: NSViewController) {
    calls.append("dismiss")
    viewController.view.removeFromSuperview()
  }
}

final class UsersDelegate: NSObject, NSWindowDelegate {
  var calls: [String] = []
  var allows = true
  func windowShouldClose(_ sender: NSWindow) -> Bool {
    calls.append("should")
    return allows
  }
  func windowDidResize(_ notification: Notification) { calls.append("resize") }
}
