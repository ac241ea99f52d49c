#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  /// A dismissal that the presenter has requested.
  struct Dismissal {
    let completion: UIKitPresenter.Completion
    /// The number of turns of the main run loop that have ended without a sign of the dismissal.
    var turns = 0
  }

  /// A view that the presenter shows.
  @MainActor
  final class ShownView: ShownElement {
    let transition: RouteTransition
    /// The controller, or nil along `addSubview`.
    let controller: UIViewController?
    /// The view, along `addSubview`.
    let view: UIView?
    /// The window, along `window`.
    var window: UIWindow?
    /// The key window before this one.
    weak var previousWindow: UIWindow?
    /// Whether the presenter is showing or removing the view.
    var isChanging = true
    var wasInRemoved = false
    /// The dismissal in progress.
    var dismissal: Dismissal?
    /// Undoes the changes of the controller for its presentation.
    private var undo: [@MainActor () -> Void] = []
    /// The controllers around the view when it was last in a window, or nil before.
    private var holders: Holders<UIViewController>?

    init(_ transition: RouteTransition, _ controller: UIViewController? = nil, view: UIView? = nil) {
      self.transition = transition
      self.controller = controller
      self.view = view
    }

    static func children(of controller: UIViewController) -> [UIViewController] { controller.children }

    /// The view that UIKit draws, if it exists already.
    private var drawn: UIView? { view ?? controller?.viewIfLoaded }

    func isDrawn(inside outer: ShownView) -> Bool {
      guard let drawn, let whole = outer.drawn, drawn !== whole else { return false }
      return drawn.isDescendant(of: whole)
    }

    /// The controller, or the nearest controller around the view.
    var nearestController: UIViewController? { controller ?? view?.nearestController }

    /// The navigation controller that has the view as one of its screens.
    var navigation: UINavigationController? { controller?.parent as? UINavigationController }

    /// The controller below it in its navigation controller.
    var controllerBelow: UIViewController? {
      controller.flatMap { navigation?.controller(below: $0) }
    }

    /// Whether something has removed the view.
    var isGone: Bool {
      if wasInRemoved { return true }
      if let window {
        // A scene that disconnects leaves its windows without a scene.
        return window.isHidden || window.windowScene == nil || window.rootViewController !== controller
      }
      if let controller {
        guard controller.viewIfLoaded?.window == nil else { return false }
        let root = controller.root
        let isAlone = root === controller && root.presentingViewController == nil && !isColumn(root)
        return isAlone || isDetached(root)
      }
      guard let view, view.superview != nil else { return true }
      return view.window == nil && nearestController.map { isDetached($0.root) } ?? false
    }

    /// Returns whether a controller is the outermost one of a column, which the split view controller may hide.
    func isColumn(_ outer: UIViewController) -> Bool { split(hiding: outer) != nil }

    private func split(hiding outer: UIViewController) -> UISplitViewController? {
      let split = holders?.existing.first { $0 is UISplitViewController && $0 !== controller }
      guard let split = split as? UISplitViewController, split !== outer,
        split.columns.contains(where: { $0.root === outer })
      else { return nil }
      return split
    }

    /// Returns the container that has detached a controller around the view, but may show it again, if any.
    ///
    /// UIKit's other containers detach only what they have lost.
    private func container(hiding outer: UIViewController) -> UIViewController? {
      if let split = split(hiding: outer) { return split }
      guard outer !== controller, let container = holders?.holder(of: outer) else { return nil }
      return container.managesChildren ? nil : container
    }

    /// Returns whether something has removed the controller that contains the view.
    private func isDetached(_ root: UIViewController) -> Bool {
      let root = container(hiding: root)?.root ?? root
      // A controller that covers others is in a window. Presentations outlive a window or scene that has ended.
      return holders != nil
        && sequence(first: root.outermost, next: \.presentedViewController)
          .allSatisfy { $0.viewIfLoaded?.window == nil }
    }

    /// Records the controllers around the view if it's in a window.
    func noteWindow() {
      guard drawn?.window != nil, let nearestController else { return }
      holders = Holders(sequence(first: nearestController, next: \.parent))
    }

    /// Sets the modal style of the controller until its presentation ends.
    ///
    /// The application may keep the controller, and present it in another way later.
    func setStyle(_ style: UIModalPresentationStyle) {
      guard let controller else { return }
      let before = controller.modalPresentationStyle
      controller.modalPresentationStyle = style
      undo.append {
        if controller.modalPresentationStyle == style { controller.modalPresentationStyle = before }
      }
    }

    /// Sets the transitioning delegate of the controller until its presentation ends.
    func setTransition(_ delegate: any UIViewControllerTransitioningDelegate) {
      guard let controller else { return }
      let before = controller.transitioningDelegate
      controller.transitioningDelegate = delegate
      undo.append { [weak before] in
        if controller.transitioningDelegate === delegate { controller.transitioningDelegate = before }
      }
    }

    /// Undoes all changes for the route.
    func end() {
      for action in undo { action() }
      undo = []
    }
  }
#endif
