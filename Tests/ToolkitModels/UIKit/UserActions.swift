/// The user's actions. This isn't a part of UIKit.
extension UINavigationController {
  /// Taps the back button of the navigation bar.
  public func modelUserTapsBack() {
    if let action = topViewController?.navigationItem.backAction { return action.handler(action) }
    popViewController(animated: true)
  }

  /// Holds the back button, and picks a screen from its menu, which has all screens below the one on top.
  public func modelUserPicksFromBackMenu(_ index: Int) {
    guard transition == nil, index < stack.count - 1 else { return }
    popToViewController(stack[index], animated: true)
  }

  /// Begins to swipe back from the edge.
  ///
  /// - Returns: Whether the pop begins.
  @discardableResult public func modelUserBeginsSwipe() -> Bool {
    guard let view, stack.count > 1, transition == nil else { return false }
    let isRightToLeft = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
    let pan = UserPan(
      on: stack.last?.view ?? view, edge: isRightToLeft ? .right : .left,
      velocity: CGPoint(x: isRightToLeft ? -100 : 100, y: 0))
    guard pan.starts(interactivePopGestureRecognizer) else { return false }
    beginPop()
    return true
  }

  /// Begins to pan on the content, in iOS 26 also while a push is under way, which ends it.
  ///
  /// - Returns: Whether a pop begins.
  @discardableResult
  public func modelUserBeginsSwipe(on view: UIView, velocity: CGPoint = CGPoint(x: 100, y: 10)) -> Bool {
    guard stack.count > 1, interactive == nil,
      UserPan(on: view, edge: [], velocity: velocity).starts(interactiveContentPopGestureRecognizer)
    else { return false }
    if transition == nil { beginPop() } else { modelUserTakesTransitionBack() }
    return true
  }

  private func beginPop() {
    let popped = stack.removeLast()
    interactive = (popped, stack + [popped])
    popped.viewWillDisappear(true)
    transition = Transition(from: popped, to: stack.last)
    stack.last?.viewWillAppear(true)
    if let below = stack.last?.view { view.addSubview(below) }
  }

  /// Ends the swipe that has begun, at the other side or back at the edge.
  public func modelUserEndsSwipe(isCancelled: Bool) {
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

/// The user's actions. This isn't a part of UIKit.
extension UIViewController {
  /// Pulls a presented controller down, or taps beside a popover.
  ///
  /// The order of calls follows the documentation of `UIAdaptivePresentationControllerDelegate`.
  public func modelUserPullsDown() {
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
  public func modelUserStartsSegue(_ identifier: String, sender: Any?) {
    performSegue(withIdentifier: identifier, sender: sender)
  }
}
