#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import Waymark

  extension UIViewController: RouteSource {
    /// The presenter of UIKit.
    public var routePresenter: any RoutePresenter { UIKitPresenter.shared }

    /// The window scene in which the controller is, or else the outermost controller that contains or presents it.
    public var navigationRoot: AnyObject { outermost.attachedScene ?? outermost }
  }

  extension UIView: RouteSource {
    /// The presenter of UIKit.
    public var routePresenter: any RoutePresenter { UIKitPresenter.shared }

    /// The window scene in which the view is, or else that of its controller.
    public var navigationRoot: AnyObject { window?.windowScene ?? nearestController?.navigationRoot ?? self }
  }

  extension UIWindowScene: RouteSource {
    /// The presenter of UIKit.
    public var routePresenter: any RoutePresenter { UIKitPresenter.shared }

    /// The scene.
    public var navigationRoot: AnyObject { self }
  }

  extension UIView {
    /// The controller that manages the view, or the closest view that contains it.
    var nearestController: UIViewController? {
      var responder: UIResponder? = self
      while let current = responder {
        if let controller = current as? UIViewController { return controller }
        responder = current.next
      }
      return nil
    }
  }

  extension UIViewController {
    /// The controller, or the outermost one that contains it.
    var root: UIViewController { parent?.root ?? self }

    /// The first of the controllers that contain or present this one.
    var outermost: UIViewController { root.presentingViewController?.outermost ?? root }

    /// The scene of the controller's window, also if what it presents covers it.
    private var attachedScene: UIWindowScene? {
      viewIfLoaded?.window?.windowScene ?? presentedViewController?.attachedScene
    }

    /// The controller that the user sees: the topmost that is presented, and in it the one on top.
    var visible: UIViewController {
      if let presented = presentedViewController, !presented.isBeingDismissed { return presented.visible }
      return visibleChild
    }

    private var visibleChild: UIViewController {
      switch self {
      case let navigation as UINavigationController: navigation.topViewController?.visibleChild ?? self
      case let tabs as UITabBarController: tabs.selectedViewController?.visibleChild ?? self
      case let split as UISplitViewController: split.viewControllers.last?.visibleChild ?? self
      default: self
      }
    }
  }

  extension UIWindowScene {
    /// The controller that the user sees in the key window, or in the first window that's visible.
    var visibleController: UIViewController? {
      (keyWindow ?? windows.first { !$0.isHidden })?.rootViewController?.visible
    }
  }
#endif
