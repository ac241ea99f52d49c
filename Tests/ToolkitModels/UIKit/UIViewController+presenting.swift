/// https://developer.apple.com/documentation/uikit/uimodalpresentationstyle
public enum UIModalPresentationStyle: Int, Sendable {
  case automatic = -2
  case none = -1
  case fullScreen = 0
  @available(tvOS, unavailable) case pageSheet = 1
  @available(tvOS, unavailable) case formSheet = 2
  case currentContext = 3
  case custom = 4
  case overFullScreen = 5
  case overCurrentContext = 6
  @available(tvOS, unavailable) case popover = 7
}

extension UIViewController {
  public var presentationController: UIPresentationController? {
    if let ownPresentation { return ownPresentation }
    let made: UIPresentationController =
      switch modalPresentationStyle {
      case .popover: UIPopoverPresentationController(presentedViewController: self, presenting: nil)
      case .pageSheet, .formSheet, .automatic:
        UISheetPresentationController(presentedViewController: self, presenting: nil)
      default: UIPresentationController(presentedViewController: self, presenting: nil)
      }
    ownPresentation = made
    return made
  }
  @available(tvOS, unavailable)
  public var popoverPresentationController: UIPopoverPresentationController? {
    presentationController as? UIPopoverPresentationController
  }
  @available(tvOS, unavailable)
  public var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }

  /// Whether UIKit only logs an attempt to present from the outermost controller, and never calls the completion.
  private var refusesToPresent: Bool {
    // It presents already, "whose view is not in the window hierarchy", or a presentation below it begins or ends.
    presented != nil || viewIfLoaded?.window == nil
      || sequence(first: self, next: \.presenter).contains { $0.isBeingDismissed || $0.isAppearing }
  }

  func modelPresent(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)?
  ) {
    var presenting = self
    while let parent = presenting.parent { presenting = parent }
    guard !presenting.refusesToPresent, let window = presenting.viewIfLoaded?.window else { return }
    guard let presentation = viewControllerToPresent.presentationController else { return }
    let shown = viewControllerToPresent
    shown.presenter = presenting
    presenting.presented = shown
    (shown.isBeingPresented, shown.isAppearing) = (true, true)
    let container = UIView()
    presentation.containerView = container
    presentation.retainedPresenter = presenting
    window.addSubview(container)
    shown.viewWillAppear(flag)
    if let view = shown.view { container.addSubview(view) }
    let end: @MainActor () -> Void = {
      shown.isAppearing = false
      if presentation.removesPresentersView { presenting.viewIfLoaded?.removeFromSuperview() }
      shown.viewDidAppear(flag)
      shown.isBeingPresented = false
      shown.endPresentationTransition(with: presenting)
      completion?()
    }
    guard flag, UIView.areAnimationsEnabled else { return end() }
    shown.beginTransition(from: presenting, to: shown, with: presenting)
    if let animator = shown.transitioningDelegate?.animationController(
      forPresented: shown, presenting: presenting, source: self)
    {
      animator.animateTransition(using: ModelledTransitionContext(end))
    } else {
      ModelAnimations.add(end)
    }
  }

  func modelDismiss(animated flag: Bool, completion: (() -> Void)?) {
    guard let shown = presented else {
      if let presenter { return presenter.dismiss(animated: flag, completion: completion) }
      container?.dismiss(animated: flag, completion: completion)
      return
    }
    // UIKit logs "Attempt to dismiss … while a presentation or dismiss is in progress!", and calls no completion.
    var changing: UIViewController? = shown
    while let controller = changing {
      if controller.isAppearing || controller.isBeingDismissed { return }
      changing = controller.presented
    }
    // "only the top-most view is dismissed in an animated fashion"
    var above: [UIViewController] = []
    var next = shown.presented
    while let controller = next {
      above.append(controller)
      next = controller.presented
    }
    shown.isBeingDismissed = true
    shown.viewWillDisappear(flag)
    if shown.ownPresentation?.removesPresentersView == true, let view = viewIfLoaded, view.superview == nil {
      shown.ownPresentation?.containerView?.window?.addSubview(view)
    }
    let end: @MainActor () -> Void = {
      for controller in above.reversed() + [shown] {
        // The view leaves the window before the controllers are separated.
        controller.ownPresentation?.containerView?.removeFromSuperview()
        controller.viewIfLoaded?.removeFromSuperview()
        controller.viewDidDisappear(flag)
        controller.presenter?.presented = nil
        controller.presenter = nil
        controller.isBeingDismissed = false
        controller.ownPresentation?.retainedPresenter = nil
        controller.ownPresentation = nil
      }
      shown.endPresentationTransition(with: self)
      completion?()
    }
    guard flag, UIView.areAnimationsEnabled else { return end() }
    shown.beginTransition(from: shown, to: self, with: self)
    ModelAnimations.add(end)
  }

  /// Begins a transition that also belongs to the presenting controller, unless that has one of its own.
  private func beginTransition(
    from: UIViewController, to: UIViewController, with presenting: UIViewController
  ) {
    transition = Transition(from: from, to: to)
    if presenting.transition == nil { presenting.transition = transition }
  }
  private func endPresentationTransition(with presenting: UIViewController) {
    if presenting.transition === transition { presenting.transition = nil }
    endTransition()
  }

  func endTransition(isCancelled: Bool = false) {
    let ended = transition
    transition = nil
    ended?.end(isCancelled: isCancelled)
  }
}
