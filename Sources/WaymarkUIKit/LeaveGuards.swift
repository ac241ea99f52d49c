#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  /// The guards of all places where the user could remove a view with `Leaves`.
  ///
  /// The view can be a screen or a presented view, or it can be anywhere inside of one.
  @MainActor
  final class LeaveGuards {
    /// Asks the routes, and removes a screen or a presented view unless one decides to stay.
    typealias Ask = @MainActor (UIViewController, PresentationDelegate?) -> Void

    private var delegates: [PresentationDelegate] = []
    #if !os(tvOS)
      private var backGuards: [BackGuard] = []
    #endif

    /// Adds the guards that controllers need now, and removes the others.
    ///
    /// - Parameters:
    ///   - controllers: The controllers to ask about before their removal, also together with others.
    ///   - ask: Called when the user tries to remove one of them, or a view around it.
    func update(around controllers: [UIViewController], ask: @escaping Ask) {
      let holders = controllers.flatMap(\.withHolders)
      guardPresentations(of: holders.filter { $0.parent == nil && $0.presentingViewController != nil }, ask)
      #if !os(tvOS)
        guardScreens(holders.filter(\.canGoBack), ask)
      #endif
    }

    /// Makes pulling presented controllers down ask.
    private func guardPresentations(of controllers: [UIViewController], _ ask: @escaping Ask) {
      delegates.removeAll { delegate in
        let isNeeded = controllers.contains { $0 === delegate.controller } && delegate.presentation != nil
        if !isNeeded { delegate.end() }
        return !isNeeded
      }
      // When a controller has appeared, the application has set its delegate.
      for controller in controllers where !controller.isBeingPresented && !controller.isBeingDismissed {
        guard !delegates.contains(where: { $0.controller === controller }),
          let presentation = controller.presentationController
        else { continue }
        delegates.append(
          PresentationDelegate(presentation, of: controller) { [weak controller] delegate in
            if let controller { ask(controller, delegate) }
          })
      }
    }

    #if !os(tvOS)
      /// Makes the back buttons and the swipes of navigation controllers ask.
      private func guardScreens(_ screens: [UIViewController], _ ask: @escaping Ask) {
        for backGuard in backGuards { backGuard.keep(screens) }
        backGuards.removeAll(where: \.isEmpty)
        for screen in screens {
          guard let navigation = screen.parent as? UINavigationController else { continue }
          let backGuard = backGuards.first { $0.navigation === navigation } ?? BackGuard(navigation)
          if backGuard.isEmpty { backGuards.append(backGuard) }
          backGuard.add(screen) { [weak screen] in
            if let screen { ask(screen, nil) }
          }
        }
      }
    #endif
  }

  extension UIKitPresenter {
    /// Asks the routes of all views that would go with a controller, the topmost first, and removes the controller
    /// unless one decides to stay.
    ///
    /// - Parameters:
    ///   - controller: The controller, which may have no route itself.
    ///   - delegate: The delegate of its presentation, if the user has pulled it down.
    func userRemoves(_ controller: UIViewController, _ delegate: PresentationDelegate? = nil) {
      Task { @MainActor in
        let mayLeave = await controller.routePresenter.mayClose { [self] in
          views(goingWith: controller).map(\.transition)
        }
        if mayLeave { removeForUser(controller, delegate) }
      }
    }

    /// Removes a controller after the view that has asked the user is gone, and reports it to the delegate.
    private func removeForUser(_ controller: UIViewController, _ delegate: PresentationDelegate?) {
      if let above = controller.changingPresentation, above !== controller, above.transitionCoordinator != nil
      {
        return afterTransition(of: above) { [self] _ in
          Task { removeForUser(controller, delegate) }
        }
      }
      guard isRemovable(controller) else { return }
      guard let delegate else { return removeForUser(controller) {} }
      delegate.dismissForUser { removeForUser(controller, $0) }
    }

    /// Returns the views that go away together with a controller, beginning with the oldest.
    func views(goingWith controller: UIViewController) -> [ShownView] {
      let stack = (controller.parent as? UINavigationController)?.viewControllers ?? []
      let going = stack.firstIndex(of: controller).map { Array(stack[$0...]) } ?? [controller]
      return shown.all.filter { view in
        view.nearestController?.withHolders.contains(where: going.contains) == true
      }
    }

    /// Returns whether a controller is still shown, and no change is under way.
    private func isRemovable(_ controller: UIViewController) -> Bool {
      if let entry = shown.view(with: controller) {
        return !entry.isChanging && !entry.isGone && canRemove(entry.transition)
      }
      if controller.canGoBack { return controller.navigationController?.isChangingStack == false }
      return controller.parent == nil && controller.presentingViewController != nil
        && controller.changingPresentation == nil
    }

    /// Removes a controller, and then calls a closure, unless UIKit refuses.
    private func removeForUser(_ controller: UIViewController, _ completion: @escaping @MainActor () -> Void)
    {
      if let entry = shown.view(with: controller) {
        remove(entry, animated: true) { error in
          guard error == nil else { return }
          entry.transition.wasRemoved()
          completion()
        }
      } else if let navigation = controller.parent as? UINavigationController {
        guard let below = navigation.controller(below: controller) else { return }
        navigation.popToViewController(below, animated: true)
      } else {
        controller.presentingViewController?.dismiss(animated: true, completion: completion)
      }
    }
  }

  extension UIViewController {
    /// The controller, and all that contain or present it, beginning with the innermost.
    var withHolders: [UIViewController] {
      Array(sequence(first: self) { $0.parent ?? $0.presentingViewController })
    }

    /// Whether the controller is a screen of a navigation controller, above another one.
    ///
    /// UIKit adds a back button to the lowest screen, too, if it has a back action.
    fileprivate var canGoBack: Bool {
      (parent as? UINavigationController)?.controller(below: self) != nil
    }

    /// The controller, or one that it presents, directly or not, that UIKit is presenting or dismissing.
    var changingPresentation: UIViewController? {
      sequence(first: self, next: \.presentedViewController).first {
        $0.isBeingPresented || $0.isBeingDismissed
      }
    }

    /// Whether a transition is under way in which UIKit may dismiss the controller.
    ///
    /// Only the topmost of several controllers that UIKit dismisses together may be marked as dismissed.
    var isInTransition: Bool {
      changingPresentation != nil || presentingViewController?.transitionCoordinator != nil
        || sequence(first: self, next: \.presentedViewController).contains { $0.transitionCoordinator != nil }
    }
  }

  extension UINavigationController {
    /// Whether a push or a pop is under way, in contrast to a presentation around or above the stack.
    var isChangingStack: Bool { transitionCoordinator?.viewController(forKey: .to)?.parent === self }

    /// Returns the screen below another one, or nil if it's the lowest one or isn't on the stack.
    func controller(below screen: UIViewController) -> UIViewController? {
      guard let index = viewControllers.firstIndex(of: screen), index > 0 else { return nil }
      return viewControllers[index - 1]
    }
  }
#endif
