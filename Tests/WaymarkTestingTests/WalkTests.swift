import PresenterWalk
import SeededTesting
import Testing
import Waymark
import WaymarkTesting

/// A view that can have parts.
final class WalkView: RouteSource, WalkScreen {
  var questions = 0
  var mayLeave = false
  weak var window: RecordingWindow?
  var routePresenter: any RoutePresenter { (window ?? RecordingWindow()).routePresenter }
}

struct RecordingWalk: WalkWindow {
  static let layers: [RoutePath.Kind] = [.sheet, .popover]
  static let keepsRecords = true
  private let window = RecordingWindow()

  var shown: [WalkView] {
    let parts = window.entries.filter { $0.kind == .addChild }.compactMap { $0.destination as? WalkView }
    return window.shown.compactMap { $0 as? WalkView }.filter { view in !parts.contains { $0 === view } }
  }

  func paths(above screens: [WalkedScreen<WalkView>]) -> [RoutePath] {
    (Self.layers + [.push, .show]).map { .custom($0, from: window) }
  }

  func part(of screen: WalkView) -> RoutePath? {
    screen.window = window
    return .addChild(to: screen)
  }

  func leaveTopmost(_ screen: WalkedScreen<WalkView>) async -> Bool {
    await window.dismissTopmostIfPossible()
    return true
  }
}

@MainActor @Suite struct WalkTests {
  @Test(arguments: try Seeds.first(30))
  func `random requests and actions agree with a list of screens`(seed: UInt64) async throws {
    try await PresenterWalk<RecordingWalk>(seed: seed).run()
  }
}
