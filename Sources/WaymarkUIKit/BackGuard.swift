#if canImport(UIKit) && !os(tvOS)
  import UIKit

  /// Asks the routes of a navigation controller's guarded screens before the user goes back.
  ///
  /// A navigation controller has one guard, as long as it has guarded screens. Its swipes wait for the guard's gestures
  /// to fail, which they do unless a guarded screen is on top.
  @MainActor
  final class BackGuard: NSObject, UIGestureRecognizerDelegate {
    private struct Screen {
      weak var controller: UIViewController?
      let ask: @MainActor () -> Void
    }

    /// The identifier of the guard's back actions, which UIKit copies.
    private static let identifier = UIAction.Identifier("Waymark.back")

    private(set) weak var navigation: UINavigationController?
    private var screens: [Screen] = []
    #if !os(visionOS)
      private let edgeGesture = UIScreenEdgePanGestureRecognizer()
    #endif
    private let contentGesture = UIPanGestureRecognizer()

    init(_ navigation: UINavigationController) {
      self.navigation = navigation
      super.init()
      #if !os(visionOS)
        edgeGesture.edges = isRightToLeft ? .right : .left
      #endif
      for gesture in gestures {
        gesture.delegate = self
        navigation.view.addGestureRecognizer(gesture)
      }
    }

    /// The gestures that the system's version needs.
    private var gestures: [UIGestureRecognizer] {
      #if os(visionOS)
        return [contentGesture]
      #else
        guard #available(iOS 26.0, *) else { return [edgeGesture] }
        return [edgeGesture, contentGesture]
      #endif
    }

    private var isRightToLeft: Bool {
      navigation?.view.effectiveUserInterfaceLayoutDirection == .rightToLeft
    }

    // MARK: - Screens

    /// Whether no screen is guarded.
    var isEmpty: Bool { screens.isEmpty }

    /// Begins to guard a screen, with a back action unless the application has set one, if it isn't guarded already.
    func add(_ controller: UIViewController, ask: @escaping @MainActor () -> Void) {
      guard !screens.contains(where: { $0.controller === controller }) else { return }
      screens.append(Screen(controller: controller, ask: ask))
      guard controller.navigationItem.backAction == nil else { return }
      controller.navigationItem.backAction = UIAction(identifier: Self.identifier) { _ in ask() }
    }

    /// Stops guarding all other screens, and removes their additions.
    func keep(_ controllers: [UIViewController]) {
      screens.removeAll { screen in
        guard let controller = screen.controller else { return true }
        guard !controllers.contains(controller) || controller.parent !== navigation else { return false }
        let item = controller.navigationItem
        if item.backAction?.identifier == Self.identifier { item.backAction = nil }
        return true
      }
      guard screens.isEmpty else { return }
      for gesture in gestures { navigation?.viewIfLoaded?.removeGestureRecognizer(gesture) }
    }

    // MARK: - Gestures

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
      guard let navigation, let top = navigation.topViewController,
        let screen = screens.first(where: { $0.controller === top })
      else { return false }
      if gestureRecognizer === contentGesture {
        let velocity = contentGesture.velocity(in: navigation.view)
        let isBack = isRightToLeft ? velocity.x < 0 : velocity.x > 0
        guard isBack, abs(velocity.x) > abs(velocity.y) else { return false }
      }
      // Since iOS 26, a swipe can interrupt a transition. The guard stops it without asking.
      if !navigation.isChangingStack { screen.ask() }
      return true
    }

    /// Returns whether a gesture is the swipe that one of the guard's gestures stops.
    func gestureRecognizer(
      _ gestureRecognizer: UIGestureRecognizer,
      shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
      #if os(visionOS)
        if navigation?.interactivePopGestureRecognizer === otherGestureRecognizer { return true }
      #else
        if gestureRecognizer === edgeGesture {
          return navigation?.interactivePopGestureRecognizer === otherGestureRecognizer
        }
      #endif
      guard #available(iOS 26.0, visionOS 26.0, *) else { return false }
      return navigation?.interactiveContentPopGestureRecognizer === otherGestureRecognizer
    }

    #if !os(visionOS)
      /// Returns whether a gesture is a pan inside a screen, such as a carousel's, which precedes the question.
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
      ) -> Bool {
        guard gestureRecognizer === contentGesture,
          otherGestureRecognizer is UIPanGestureRecognizer,
          let outer = navigation?.viewIfLoaded, let view = otherGestureRecognizer.view
        else { return false }
        return view !== outer && view.isDescendant(of: outer)
      }
    #endif
  }
#endif
