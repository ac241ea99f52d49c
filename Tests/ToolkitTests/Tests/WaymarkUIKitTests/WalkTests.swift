import PresenterWalk
import SeededTesting
import Testing
import UIKit
import Waymark
import WaymarkUIKit

final class WalkController: UIViewController, WalkScreen {
  var questions = 0
  var mayLeave = false
}

/// A window with a navigation controller.
struct UIKitWalk: WalkWindow {
  static let layers: [RoutePath.Kind] = [.sheet, .popover]
  private let window = UIWindow(windowScene: UIWindowScene())
  private let navigation = UINavigationController(rootViewController: PlainController())

  init() {
    window.rootViewController = navigation
    window.makeKeyAndVisible()
  }

  var shown: [WalkController] {
    let all = sequence(first: navigation as UIViewController, next: \.presentedViewController)
    return (navigation.viewControllers + all).compactMap { $0 as? WalkController }
  }

  func paths(above screens: [WalkedScreen<WalkController>]) -> [RoutePath] {
    let hasLayer = navigation.presentedViewController != nil
    let top: UIViewController = screens.last?.screen ?? navigation
    // A route can't remove its view without the source, and a screen of the stack can go before a layer.
    return Self.layers.map { .custom($0, from: hasLayer ? top : navigation) }
      + (hasLayer ? [] : [.push(from: top), .show(from: top)])
  }

  func viewCount(of screen: WalkController) -> Int? { screen.viewIfLoaded?.subviews.count }

  func part(of screen: WalkController) -> RoutePath? { .addChild(to: screen) }

  func leaveTopmost(_ screen: WalkedScreen<WalkController>) async -> Bool {
    let isLayer = Self.layers.contains(screen.kind)
    if isLayer { screen.screen?.modelUserPullsDown() } else { navigation.modelUserTapsBack() }
    return true
  }

  func settle() async { await WaymarkUIKitTests.settle() }
}

extension UIKitTests {
  @Suite @MainActor struct WalkTests {
    @Test(arguments: try Seeds.first(30))
    func `random requests and actions agree with a list of screens`(seed: UInt64) async throws {
      try await PresenterWalk<UIKitWalk>(seed: seed).run()
    }
  }
}
