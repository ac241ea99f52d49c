#if canImport(UIKit) && !os(tvOS)
  import UIKit

  /// Asks a pushed view's route before the user goes back with the button or with a swipe from the edge.
  ///
  /// A back action that the application has set keeps its place. The swipe of the navigation controller waits for a
  /// gesture of this object to fail, which fails unless the view is on top.
  final class BackGuard: NSObject, UIGestureRecognizerDelegate {
    private weak var navigation: UINavigationController?
    private weak var controller: UIViewController?
    private let gesture = UIScreenEdgePanGestureRecognizer()
    private let ask: @MainActor () -> Void
    private let setsAction: Bool

    init(
      _ controller: UIViewController, in navigation: UINavigationController,
      ask: @escaping @MainActor () -> Void
    ) {
      self.navigation = navigation
      self.controller = controller
      self.ask = ask
      setsAction = controller.navigationItem.backAction == nil
      super.init()
      if setsAction { controller.navigationItem.backAction = UIAction { _ in ask() } }
      gesture.edges = navigation.view.effectiveUserInterfaceLayoutDirection == .rightToLeft ? .right : .left
      gesture.delegate = self
      navigation.view.addGestureRecognizer(gesture)
      navigation.interactivePopGestureRecognizer?.require(toFail: gesture)
    }

    /// Removes what was added.
    func end() {
      gesture.delegate = nil
      navigation?.viewIfLoaded?.removeGestureRecognizer(gesture)
      if setsAction { controller?.navigationItem.backAction = nil }
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
      guard let controller, navigation?.topViewController === controller,
        navigation?.transitionCoordinator == nil
      else { return false }
      ask()
      return true
    }
  }
#endif
