import PresenterWalk
import ScriptedWindow
import SeededTesting
import Testing
import Waymark

final class WalkedView: WalkScreen {
  var questions = 0
  var mayLeave = false
}

/// A window with a presenter that doesn't say which views go together.
@MainActor final class ScriptedWalk: WalkWindow {
  private let window = ScriptedWindow()
  private var before: [RouteTransition] = []

  var shown: [WalkedView] { window.presenter.shown.compactMap { $0.destination as? WalkedView } }

  func paths(above screens: [WalkedScreen<WalkedView>]) -> [RoutePath] {
    [.push(from: window), .sheet(from: window)]
  }

  func leaveTopmost(_ screen: WalkedScreen<WalkedView>) async -> Bool {
    _ = await window.presenter.swipeBackIfPossible()
    return true
  }

  func settle() async {
    for _ in 0..<20 { await Task.yield() }
    let presenter = window.presenter
    // The presenter has removed one view, and not those above.
    let kept = zip(before, presenter.shown).prefix { $0 == $1 }.count
    while kept < before.count, presenter.shown.count > kept { presenter.swipeBack() }
    before = presenter.shown
  }
}

@MainActor @Suite struct WalkTests {
  @Test(arguments: try Seeds.first(30))
  func `random requests and actions agree with a list of screens`(seed: UInt64) async throws {
    try await PresenterWalk<ScriptedWalk>(seed: seed).run()
  }
}
