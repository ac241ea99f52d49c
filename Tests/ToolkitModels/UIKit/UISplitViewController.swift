/// https://developer.apple.com/documentation/uikit/uisplitviewcontroller
open class UISplitViewController: UIViewController {
  /// https://developer.apple.com/documentation/uikit/uisplitviewcontroller/iscollapsed
  open internal(set) var isCollapsed = false

  /// Sets whether the two columns are one, which only the environment does. This isn't a part of UIKit.
  public func modelCollapse(_ isCollapsed: Bool) { self.isCollapsed = isCollapsed }

  /// https://developer.apple.com/documentation/uikit/uisplitviewcontroller/viewcontrollers
  open var viewControllers: [UIViewController] {
    get { children }
    set {
      for child in children where !newValue.contains(child) {
        child.willMove(toParent: nil)
        child.viewIfLoaded?.removeFromSuperview()
        child.removeFromParent()
      }
      for child in newValue where child.parent !== self {
        addChild(child)
        if let shown = child.view { view.addSubview(shown) }
        child.didMove(toParent: self)
      }
    }
  }

  /// https://developer.apple.com/documentation/uikit/uisplitviewcontroller/showdetailviewcontroller(_:sender:)
  open override func showDetailViewController(_ vc: UIViewController, sender: Any?) {
    if isCollapsed, let primary = viewControllers.first { return primary.show(vc, sender: sender) }
    viewControllers = Array(viewControllers.prefix(1)) + [vc]
  }
}
