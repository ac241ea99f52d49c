/// What the user does. This isn't a part of UIKit.
extension UINavigationController {
  /// Taps the back button of the navigation bar.
  public func userTapsBack() {
    if let action = topViewController?.navigationItem.backAction { return action.handler(action) }
    popViewController(animated: true)
  }

  /// Begins to swipe back from the edge.
  ///
  /// - Returns: Whether the pop begins.
  @discardableResult
  public func userBeginsSwipe() -> Bool {
    guard stack.count > 1, transition == nil, interactivePopGestureRecognizer?.begins() == true else {
      return false
    }
    let popped = stack.removeLast()
    interactive = (popped, stack + [popped])
    popped.viewWillDisappear(true)
    transition = Transition(isInteractive: true)
    stack.last?.viewWillAppear(true)
    if let below = stack.last?.view { view.addSubview(below) }
    return true
  }

  /// Ends the swipe that has begun, at the other side or back at the edge.
  public func userEndsSwipe(isCancelled: Bool) {
    guard let (popped, before) = interactive else { return }
    interactive = nil
    if isCancelled {
      stack.last?.viewIfLoaded?.removeFromSuperview()
      stack.last?.viewDidDisappear(true)
      stack = before
      popped.viewDidAppear(true)
    } else {
      popped.willMove(toParent: nil)
      popped.viewIfLoaded?.removeFromSuperview()
      popped.viewDidDisappear(true)
      popped.removeFromParent()
      stack.last?.viewDidAppear(true)
    }
    endTransition(isCancelled: isCancelled)
  }
}

/// What the user does. This isn't a part of UIKit.
extension UIViewController {
  /// Pulls a presented controller down, or taps beside a popover.
  ///
  /// The order of calls follows the documentation of `UIAdaptivePresentationControllerDelegate`.
  public func userPullsDown() {
    guard let presentation = ownPresentation, presenter != nil else { return }
    guard !isModalInPresentation,
      presentation.delegate?.presentationControllerShouldDismiss(presentation) ?? true
    else {
      presentation.delegate?.presentationControllerDidAttemptToDismiss(presentation)
      return
    }
    presentation.delegate?.presentationControllerWillDismiss(presentation)
    presenter?.dismiss(animated: true) {
      presentation.delegate?.presentationControllerDidDismiss(presentation)
    }
  }

  /// Starts a segue, as a control of the storyboard does.
  public func userStartsSegue(_ identifier: String, sender: Any?) {
    guard shouldPerformSegue(withIdentifier: identifier, sender: sender) else { return }
    performSegue(withIdentifier: identifier, sender: sender)
  }
}
