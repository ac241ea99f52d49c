import AppKit
import PresenterWalk
import SeededTesting
import Testing
import Waymark
import WaymarkAppKit
import WaymarkToolkit

/// A controller that can leave as one with a SwiftUI view does.
final class WalkController: NSViewController, LeavingController, WalkScreen {
  var questions = 0
  var mayLeave = false
  var leave: (@MainActor () -> Void)?
  let parts: [RouteTransition] = []
}

/// A window with sheets, modal windows, and popovers above it.
struct AppKitWalk: WalkWindow {
  private let main = WalkController()
  private let window: NSWindow

  init() {
    window = NSWindow(contentViewController: main)
    window.makeKeyAndOrderFront(nil)
  }

  var shown: [WalkController] {
    let all = sequence(first: main as NSViewController) { $0.presentedViewControllers?.last }
    return all.dropFirst().compactMap { $0 as? WalkController }
  }

  func paths(above screens: [WalkedScreen<WalkController>]) -> [RoutePath] {
    let source = screens.last?.screen ?? main
    return [.sheet(from: source), .modalWindow(from: source), .popover(from: source)]
  }

  func viewCount(of screen: WalkController) -> Int? {
    screen.isViewLoaded ? screen.view.subviews.count : nil
  }

  func part(of screen: WalkController) -> RoutePath? { .addChild(to: screen) }

  func leaveTopmost(_ screen: WalkedScreen<WalkController>) async -> Bool {
    let controller = screen.screen
    switch screen.kind {
    case .modalWindow: controller?.view.window?.performClose(nil)
    // AppKit closes a popover without a question.
    case .popover where !screen.isAsked: controller.map { $0.presentingViewController?.dismiss($0) }
    default: controller?.leave?()
    }
    return true
  }

  func settle() async { await WaymarkAppKitTests.settle() }
}

extension AppKitTests {
  @Suite @MainActor struct WalkTests {
    @Test(arguments: try Seeds.first(30))
    func `random requests and actions agree with a list of screens`(seed: UInt64) async throws {
      try await PresenterWalk<AppKitWalk>(seed: seed).run()
    }
  }
}
