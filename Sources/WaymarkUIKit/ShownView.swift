#if canImport(UIKit)
  import UIKit
  import Waymark

  /// A view that the presenter shows.
  @MainActor
  final class ShownView {
    let transition: RouteTransition
    /// The controller, or nil along `addSubview`.
    let controller: UIViewController?
    /// The view, along `addSubview`.
    let view: UIView?
    /// The window, along `window`.
    var window: UIWindow?
    /// The key window before this one.
    weak var previousWindow: UIWindow?
    /// Whether the presenter is showing or removing it.
    var isChanging = true
    var presentationDelegate: PresentationDelegate?
    #if !os(tvOS)
      var backGuard: BackGuard?
    #endif
    private var sentinel: RemovalSentinel?

    init(_ transition: RouteTransition, _ controller: UIViewController) {
      self.transition = transition
      self.controller = controller
      view = nil
    }

    init(_ transition: RouteTransition, _ view: UIView) {
      self.transition = transition
      self.view = view
      controller = nil
    }

    /// The navigation controller in which it is, as one of its screens.
    var navigation: UINavigationController? { controller?.parent as? UINavigationController }

    /// The controller below it in its navigation controller.
    var controllerBelow: UIViewController? {
      guard let controller, let stack = navigation?.viewControllers,
        let index = stack.firstIndex(of: controller),
        index > 0
      else { return nil }
      return stack[index - 1]
    }

    /// Whether something has removed it.
    var isGone: Bool {
      if let window { return window.isHidden || window.rootViewController !== controller }
      if let controller {
        guard controller.viewIfLoaded?.window == nil else { return false }
        let root = controller.root
        return root === controller ? root.presentingViewController == nil : isDetached(root)
      }
      guard let view, view.superview != nil else { return true }
      return view.window == nil && view.nearestController.map { isDetached($0.root) } ?? false
    }

    /// Whether something has removed what contains it.
    private func isDetached(_ root: UIViewController) -> Bool {
      // A root is attached if it's visible, presented, or covered by what it presents.
      sentinel?.wasInWindow == true && root.viewIfLoaded?.window == nil
        && root.presentingViewController == nil && root.presentedViewController == nil
    }

    /// Begins to report that the view has left its window.
    func watch(onLeave: @escaping @MainActor () -> Void) {
      guard let view = controller?.view ?? view else { return }
      let sentinel = RemovalSentinel()
      sentinel.isHidden = true
      sentinel.isUserInteractionEnabled = false
      sentinel.onLeave = onLeave
      view.addSubview(sentinel)
      self.sentinel = sentinel
    }

    /// Undoes what was added to the view.
    func stopWatching() {
      sentinel?.onLeave = nil
      sentinel?.removeFromSuperview()
      presentationDelegate?.end()
      #if !os(tvOS)
        backGuard?.end()
      #endif
    }
  }
#endif
