#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Waymark

  extension NSViewController: RouteSource {
    /// The presenter of AppKit, a `TabPresenter` if there's a tab view controller in the window.
    public var routePresenter: any RoutePresenter { outermost.windowPresenter }

    /// The window in which the controller is, or that of the controller that presents it.
    public var navigationRoot: AnyObject { outermost.loadedWindow ?? outermost }
  }

  extension NSView: RouteSource {
    /// The presenter of AppKit, a `TabPresenter` if there's a tab view controller in the window.
    public var routePresenter: any RoutePresenter {
      nearestController?.routePresenter ?? AppKitPresenter.shared
    }

    /// The window in which the view is, or that of the controller that presents its own.
    public var navigationRoot: AnyObject { nearestController?.navigationRoot ?? window ?? self }
  }

  extension NSWindow: RouteSource {
    /// The presenter of AppKit, a `TabPresenter` if there's a tab view controller in the window.
    public var routePresenter: any RoutePresenter {
      contentViewController?.routePresenter ?? AppKitPresenter.shared
    }

    /// The window, or that of the controller that presents its own.
    public var navigationRoot: AnyObject { contentViewController?.navigationRoot ?? self }
  }

  extension NSView {
    /// The controller that manages the view, or the closest view that contains it.
    var nearestController: NSViewController? {
      var responder: NSResponder? = self
      while let current = responder {
        if let controller = current as? NSViewController { return controller }
        responder = current.nextResponder
      }
      return nil
    }
  }

  extension NSViewController {
    /// The controller, or the outermost one that contains it.
    var root: NSViewController { parent?.root ?? self }

    /// The first of the controllers that contain or present this one.
    var outermost: NSViewController { root.presentingViewController?.outermost ?? root }

    /// The window of the view, if it's loaded.
    var loadedWindow: NSWindow? { isViewLoaded ? view.window : nil }
  }
#endif
