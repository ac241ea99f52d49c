#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  extension UIKitPresenter {
    func show(
      _ transition: RouteTransition, _ controller: UIViewController, at place: ShowingPlace,
      _ completion: @escaping Completion
    ) throws(RouteError) {
      let entry = ShownView(transition, controller)
      shown.letLeave(entry) { entry in
        if let controller = entry.controller { Self.shared.userRemoves(controller) }
      }
      switch place {
      case .navigation(let navigation):
        guard !(controller is UINavigationController) else { throw .pushedNavigation(controller) }
        guard !navigation.viewControllers.contains(controller) else { throw .pushedAgain(controller) }
        shown.add(entry)
        navigation.pushViewController(controller, animated: transition.animated)
        updateGuards()
        afterTransition(of: navigation) { [self] in finish(entry, isCancelled: $0, completion) }
      case .modal(let source):
        shown.add(entry)
        prepare(entry, controller, from: source)
        source.present(controller, animated: transition.animated) { [self] in
          // UIKit may call it after it has seemed to refuse.
          if entry.isChanging, shown.contains(entry) { finish(entry, isCancelled: false, completion) }
        }
        if entry.isChanging { try checkThatIsShown(entry, controller, from: source) }
      case .shown(let source, let sender):
        shown.add(entry)
        run(animated: transition.animated) {
          if transition.path.kind == .show {
            source.show(controller, sender: sender)
          } else {
            source.showDetailViewController(controller, sender: sender)
          }
        }
        try settle(entry, controller, from: source, completion)
      case .child(let container, let view):
        shown.add(entry)
        container.addChild(controller)
        if let child = controller.view {
          child.frame = view.bounds
          child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
          view.addSubview(child)
        }
        controller.didMove(toParent: container)
        finish(entry, isCancelled: false, completion)
      case .window(let scene):
        shown.add(entry)
        entry.previousWindow = scene.keyWindow
        let window = UIWindow(windowScene: scene)
        window.rootViewController = controller
        if case .window(let configure) = transition.path.details as? PathDetails { configure(window) }
        entry.window = window
        window.makeKeyAndVisible()
        finish(entry, isCancelled: false, completion)
      case .subview, .segue: throw .notShowable(transition)
      }
    }

    /// Throws if UIKit has refused to show a controller, which UIKit reports only in its log.
    private func checkThatIsShown(
      _ entry: ShownView, _ controller: UIViewController, from source: UIViewController
    ) throws(RouteError) {
      let split = source as? UISplitViewController ?? source.splitViewController
      let isColumn = split?.columns.contains { $0 === controller } == true
      guard controller.parent == nil, controller.presentingViewController == nil,
        !controller.isBeingPresented,
        controller.viewIfLoaded?.window == nil, !isColumn
      else { return }
      drop(entry)
      throw .notShown(controller, from: source)
    }

    /// Waits for the transition that `show(_:sender:)` or a segue has begun, or throws if UIKit has refused.
    func settle(
      _ entry: ShownView, _ controller: UIViewController, from source: UIViewController,
      _ completion: @escaping Completion
    ) throws(RouteError) {
      try checkThatIsShown(entry, controller, from: source)
      updateGuards()
      afterTransition(of: controller) { [self] in finish(entry, isCancelled: $0, completion) }
    }

    /// Ends the presentation of a view.
    func finish(_ entry: ShownView, isCancelled: Bool, _ completion: @escaping Completion) {
      entry.isChanging = false
      guard !isCancelled else {
        drop(entry)
        return completion(RouteError.cancelled())
      }
      updateGuards()
      completion(nil)
      sweep()
    }

    // MARK: - Presenting

    /// Sets the presentation style of a controller.
    private func prepare(_ entry: ShownView, _ controller: UIViewController, from source: UIViewController) {
      let path = entry.transition.path
      let details = path.details as? PathDetails
      if case .presentation(let style, let transition) = details {
        entry.setStyle(style)
        if let transition { entry.setTransition(transition) }
      }
      #if !os(tvOS)
        if path.kind == .popover {
          entry.setStyle(.popover)
          if let popover = controller.popoverPresentationController {
            // Without a target for the popover, UIKit raises an exception on an iPad.
            popover.sourceView = path.source as? UIView ?? source.view
            if case .popover(let configure) = details { configure(popover) }
          }
        } else if path.kind == .sheet {
          entry.setStyle(.pageSheet)
          if case .sheet(let configure) = details, let sheet = controller.sheetPresentationController {
            configure(sheet)
          }
        }
      #endif
    }

    // MARK: - Removing

    /// Removes a view from its current place.
    func remove(_ entry: ShownView, animated: Bool, _ completion: @escaping Completion) {
      do throws(RouteError) {
        if let window = entry.window { return close(window, entry, completion) }
        guard let controller = entry.controller else {
          entry.isChanging = true
          entry.view?.removeFromSuperview()
          return finishRemoval(entry, completion)
        }
        if let navigation = entry.navigation {
          guard !navigation.isChangingStack else { throw .inTransition(navigation) }
          guard let below = entry.controllerBelow else { throw .notRemovable(controller) }
          entry.isChanging = true
          navigation.popToViewController(below, animated: animated)
          afterTransition(of: navigation) { [self] in finishRemoval(entry, isCancelled: $0, completion) }
        } else if controller.parent != nil {
          entry.isChanging = true
          controller.willMove(toParent: nil)
          controller.viewIfLoaded?.removeFromSuperview()
          controller.removeFromParent()
          finishRemoval(entry, completion)
        } else if let presenting = controller.presentingViewController {
          // During a transition above, UIKit refuses without calling the completion.
          if let changing = controller.changingPresentation { throw .inTransition(changing) }
          entry.isChanging = true
          entry.dismissal = Dismissal(completion: completion)
          presenting.dismiss(animated: animated) { [self] in
            guard let dismissal = entry.dismissal else { return sweep() }
            entry.dismissal = nil
            finishRemoval(entry, dismissal.completion)
          }
        } else if entry.isColumn(controller) {
          throw .notRemovable(controller)
        } else {
          finishRemoval(entry, completion)
        }
      } catch {
        completion(error)
      }
    }

    /// Ends the dismissals without a call of their completion: UIKit has refused them, or lost the view.
    func endLostDismissals() {
      for entry in shown.all {
        guard var dismissal = entry.dismissal, let controller = entry.controller else { continue }
        // UIKit may begin after the end of the turn.
        dismissal.turns = controller.isInTransition ? 0 : dismissal.turns + 1
        entry.dismissal = dismissal
        guard dismissal.turns > 1 else { continue }
        entry.dismissal = nil
        guard controller.presentingViewController != nil else {
          finishRemoval(entry, dismissal.completion)
          continue
        }
        entry.isChanging = false
        dismissal.completion(RouteError.notDismissed(controller))
      }
    }

    private func close(_ window: UIWindow, _ entry: ShownView, _ completion: @escaping Completion) {
      entry.isChanging = true
      let wasKey = window.isKeyWindow
      if let root = window.rootViewController, root.presentedViewController != nil {
        // UIKit doesn't dismiss the views above the window's controller, and their presentations retain it.
        root.dismiss(animated: false)
      }
      window.isHidden = true
      window.rootViewController = nil
      window.windowScene = nil
      entry.window = nil
      if wasKey { entry.previousWindow?.makeKey() }
      finishRemoval(entry, completion)
    }

    /// Ends the removal of a view, and reports the views that were above it.
    private func finishRemoval(
      _ entry: ShownView, isCancelled: Bool = false, _ completion: @escaping Completion
    ) {
      entry.isChanging = false
      if isCancelled {
        completion(RouteError.cancelled())
      } else {
        shown.drop(entry)
        completion(nil)
      }
      sweep()
    }
  }
#endif
