#if canImport(UIKit)
  import UIKit
  import Waymark

  extension UIKitPresenter {
    /// Shows a controller.
    func show(
      _ transition: RouteTransition, _ controller: UIViewController, at place: ShowingPlace,
      _ completion: @escaping Completion
    ) throws(RouteError) {
      let entry = ShownView(transition, controller)
      switch place {
      case .navigation(let navigation):
        guard !(controller is UINavigationController) else { throw .pushedNavigation(controller) }
        add(entry)
        #if !os(tvOS)
          if transition.asksBeforeLeaving {
            entry.backGuard = BackGuard(controller, in: navigation) { [self] in userRemoves(transition) }
          }
        #endif
        navigation.pushViewController(controller, animated: transition.animated)
        afterTransition(of: navigation) { [self] in finish(entry, isCancelled: $0, completion) }
      case .modal(let source):
        add(entry)
        prepare(entry, controller, from: source)
        source.present(controller, animated: transition.animated) { [self] in
          finish(entry, isCancelled: false, completion)
        }
      case .shown(let source, let sender):
        add(entry)
        run(animated: transition.animated) { source.show(controller, sender: sender) }
        settle(entry, controller, completion)
      case .detail(let source, let sender):
        add(entry)
        run(animated: transition.animated) { source.showDetailViewController(controller, sender: sender) }
        settle(entry, controller, completion)
      case .child(let container, let view):
        add(entry)
        container.addChild(controller)
        if let child = controller.view {
          child.frame = view.bounds
          child.autoresizingMask = [.flexibleWidth, .flexibleHeight]
          view.addSubview(child)
        }
        controller.didMove(toParent: container)
        finish(entry, isCancelled: false, completion)
      case .window(let scene):
        add(entry)
        entry.previousWindow = scene.keyWindow
        let window = UIWindow(windowScene: scene)
        window.rootViewController = controller
        if case .window(let configure) = transition.path.details as? PathDetails { configure(window) }
        entry.window = window
        window.makeKeyAndVisible()
        finish(entry, isCancelled: false, completion)
      case .subview, .segue: throw .notShowable(transition.view, transition.path.kind)
      }
    }

    /// Adds a view to another one.
    func add(_ transition: RouteTransition, to view: UIView, _ completion: @escaping Completion)
      throws(RouteError)
    {
      guard let subview = transition.view as? UIView else {
        throw .notShowable(transition.view, transition.path.kind)
      }
      let entry = ShownView(transition, subview)
      add(entry)
      view.addSubview(subview)
      finish(entry, isCancelled: false, completion)
    }

    /// Waits for what `show(_:sender:)` or a segue has begun.
    func settle(_ entry: ShownView, _ controller: UIViewController, _ completion: @escaping Completion) {
      if entry.transition.asksBeforeLeaving { askBeforeRemoval(entry, controller) }
      afterTransition(of: controller) { [self] in finish(entry, isCancelled: $0, completion) }
    }

    /// Ends the showing of a view.
    func finish(_ entry: ShownView, isCancelled: Bool, _ completion: @escaping Completion) {
      entry.isChanging = false
      guard !isCancelled else {
        drop(entry)
        return completion(RouteError.cancelled())
      }
      entry.watch { [weak self, weak entry] in self?.sweepLater(entry?.controller) }
      completion(nil)
      sweep()
    }

    // MARK: - Presenting

    /// Sets how a controller is presented.
    private func prepare(_ entry: ShownView, _ controller: UIViewController, from source: UIViewController) {
      let path = entry.transition.path
      switch path.details as? PathDetails {
      case .presentation(let style, let transition):
        if let style { controller.modalPresentationStyle = style }
        if let transition { controller.transitioningDelegate = transition }
      default: break
      }
      #if !os(tvOS)
        if path.kind == .popover {
          controller.modalPresentationStyle = .popover
          if let popover = controller.popoverPresentationController {
            // Without anything to point at, UIKit raises an exception on an iPad.
            popover.sourceView = path.source as? UIView ?? source.view
            if case .popover(let configure) = path.details as? PathDetails { configure(popover) }
          }
        } else if path.kind == .sheet {
          controller.modalPresentationStyle = .pageSheet
          if case .sheet(let configure) = path.details as? PathDetails,
            let sheet = controller.sheetPresentationController
          {
            configure(sheet)
          }
        }
      #endif
      if entry.transition.asksBeforeLeaving { askBeforeRemoval(entry, controller) }
    }

    /// Makes the user's gestures ask the route first, as far as UIKit lets it.
    private func askBeforeRemoval(_ entry: ShownView, _ controller: UIViewController) {
      let transition = entry.transition
      if let navigation = entry.navigation {
        #if !os(tvOS)
          entry.backGuard = BackGuard(controller, in: navigation) { [self] in userRemoves(transition) }
        #endif
      } else if controller.parent == nil, let presentation = controller.presentationController {
        entry.presentationDelegate = PresentationDelegate(presentation) { [self] in userRemoves(transition) }
      }
    }
  }
#endif
