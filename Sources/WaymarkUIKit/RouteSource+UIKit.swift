#if canImport(UIKit)
  public import UIKit
  public import Waymark

  extension UIViewController: RouteSource {
    /// The presenter of UIKit, a `TabPresenter` if there's a tab bar controller in the window.
    public var routePresenter: any RoutePresenter { outermost.windowPresenter }

    /// The window scene of the controller, or else the outermost controller that contains or presents it.
    public var navigationRoot: AnyObject { outermost.attachedScene ?? outermost }

    /// The controller, or the visible one if this one has a tab bar or columns, or is in an unselected tab.
    public var navigationTop: any RouteSource {
      self is UITabBarController || self is UISplitViewController || isInOtherTab
        ? outermost.visible : self
    }
  }

  extension UIView: RouteSource {
    /// The presenter of UIKit, a `TabPresenter` if there's a tab bar controller in the window.
    public var routePresenter: any RoutePresenter {
      nearestController?.routePresenter ?? UIKitPresenter.shared
    }

    /// The window scene of the view, or else of its controller.
    public var navigationRoot: AnyObject { window?.windowScene ?? nearestController?.navigationRoot ?? self }

    /// The view, or the visible controller if the view is in an unselected tab.
    public var navigationTop: any RouteSource {
      guard let controller = nearestController, controller.isInOtherTab else { return self }
      return controller.outermost.visible
    }
  }

  extension UIWindowScene: RouteSource {
    /// The presenter of UIKit, a `TabPresenter` if there's a tab bar controller in one of the scene's windows.
    public var routePresenter: any RoutePresenter { windowPresenter }

    /// The scene.
    public var navigationRoot: AnyObject { self }
  }

  extension UIView {
    /// The controller of the view, or of the closest view that contains it.
    var nearestController: UIViewController? {
      sequence(first: self as UIResponder, next: \.next).first { $0 is UIViewController } as? UIViewController
    }
  }

  extension UIViewController {
    /// The controller, or the outermost one that contains it.
    var root: UIViewController { parent?.root ?? self }

    /// The first of the controllers that contain or present this one.
    var outermost: UIViewController { root.presentingViewController?.outermost ?? root }

    /// The controller and all controllers inside of it.
    var withDescendants: [UIViewController] { [self] + children.flatMap(\.withDescendants) }

    /// The scene of the controller's window, even if another controller that it presents covers it.
    private var attachedScene: UIWindowScene? {
      viewIfLoaded?.window?.windowScene ?? presentedViewController?.attachedScene
    }

    /// The controller that the user sees: the topmost presented one, and the top of its content.
    var visible: UIViewController {
      if let presented = presentedViewController, !presented.isBeingDismissed { return presented.visible }
      return visibleChild
    }

    /// The visible content below an active search around this controller, or nil if there's none.
    ///
    /// UIKit presents an active search controller, which is in no navigation controller.
    var contentBelowSearch: UIViewController? {
      (root as? UISearchController)?.presentingViewController?.visibleChild
    }

    private var visibleChild: UIViewController {
      switch self {
      case let navigation as UINavigationController: navigation.topViewController?.visibleChild ?? self
      case let tabs as UITabBarController: tabs.selectedViewController?.visibleChild ?? self
      case let split as UISplitViewController: split.visibleColumn?.visibleChild ?? self
      default: self
      }
    }
  }

  extension UISplitViewController {
    /// The controllers of all columns, including hidden ones, beginning with the innermost.
    ///
    /// The inspector is the last.
    var columns: [UIViewController] {
      guard style != .unspecified else { return viewControllers.reversed() }
      var columns: [Column] = [.secondary, .supplementary, .primary, .compact]
      #if !os(tvOS) && !os(visionOS)
        if #available(iOS 26, *) { columns.append(.inspector) }
      #endif
      return columns.compactMap { viewController(for: $0) }
    }

    /// The innermost column that the user sees.
    fileprivate var visibleColumn: UIViewController? {
      let columns = columns
      return columns.first { $0.viewIfLoaded?.window != nil } ?? columns.first
    }
  }

  extension UIWindowScene {
    /// The visible controller in the key window, or in the first visible window.
    var visibleController: UIViewController? {
      (keyWindow ?? windows.first { !$0.isHidden })?.rootViewController?.visible
    }
  }
#endif
