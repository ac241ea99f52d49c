import PresenterWalk
import SeededTesting
import SwiftUI
import Testing
import Waymark
import WaymarkSwiftUI

final class WalkModel: WalkScreen {
  var questions = 0
  var mayLeave = false
}

private struct WalkView: View {
  @Environment(\.leaveRoute) private var leave
  var body: some View { Button("Leave") { leave() } }
}

extension RouteWindow {
  fileprivate var walkModal: RouteScreen? { sheet ?? fullScreenCover ?? popover }
}

/// A window with stacks and modal views.
struct SwiftUIWalk: WalkWindow {
  static let layers: [RoutePath.Kind] = [.sheet, .fullScreenCover, .popover]
  private let window: RouteWindow
  private let device: ModelDevice

  init() {
    let window = RouteWindow()
    self.window = window
    device = draw { RouteStack(window) { Text("root") } }
  }

  static var routes: Routes {
    Route(WalkModel.self) {
      RoutableView<WalkModel>.plainScreen
      Shown { _ in WalkView() }
    }
    Route(WalkModel.self) {
      RoutableView<WalkModel>.guardedScreen
      Shown { _ in WalkView() }
      Leaves { $0.answer() }
    }
  }

  var shown: [WalkModel] {
    let windows = sequence(first: window) { $0.walkModal?.window }
    let screens = windows.flatMap { $0.path + [$0.walkModal].compactMap(\.self) }
    return screens.compactMap { $0.destination as? WalkModel }
  }

  func paths(above screens: [WalkedScreen<WalkModel>]) -> [RoutePath] {
    let top = window.navigationTop
    let kinds = Self.layers + (screens.last?.kind == .popover ? [] : [.push, .show])
    return kinds.map { .custom($0, from: top) }
  }

  func leaveTopmost(_ screen: WalkedScreen<WalkModel>) async -> Bool {
    let isLayer = Self.layers.contains(screen.kind)
    let hasGesture = isLayer ? device.dismiss() : device.goBack()
    #expect(hasGesture == (!screen.isAsked && screen.kind != .fullScreenCover))
    return hasGesture || device.press(isLayer ? "Leave" : "Back")
  }
}

@MainActor
@Suite("A walk in a RouteWindow", .timeLimit(.minutes(5)))
struct WalkTests {
  @Test(arguments: try Seeds.first(30))
  func `random requests and actions agree with a list of screens`(seed: UInt64) async throws {
    try await PresenterWalk<SwiftUIWalk>(seed: seed).run()
  }
}
