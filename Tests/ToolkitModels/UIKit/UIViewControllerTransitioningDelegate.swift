/// https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioningdelegate
@MainActor public protocol UIViewControllerTransitioningDelegate: NSObjectProtocol {
  func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
}
/// The optional requirements of https://developer.apple.com/documentation/uikit/uiviewcontrollertransitioningdelegate
extension UIViewControllerTransitioningDelegate {
  public func animationController(
    forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
}

/// https://developer.apple.com/documentation/uikit/uiviewcontrolleranimatedtransitioning
@MainActor public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
}

/// https://developer.apple.com/documentation/uikit/uiviewcontrollercontexttransitioning
@MainActor public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
  func completeTransition(_ didComplete: Bool)
}

final class ModelledTransitionContext: NSObject, UIViewControllerContextTransitioning {
  private let end: @MainActor () -> Void
  init(_ end: @escaping @MainActor () -> Void) {
    self.end = end
    super.init()
  }
  func completeTransition(_ didComplete: Bool) { end() }
}
