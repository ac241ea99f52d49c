#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Waymark

  extension NSViewController: RouteSource {
    /// The presenter of AppKit, a `TabPresenter` if there's a tab view controller in the window.
    public var routePresenter: any RoutePresenter { outermost.windowPresenter }

    /// The window of the controller, or of the controller that presents it.
    public var navigationRoot: AnyObject { outermost.loadedWindow ?? outermost }
  }

  extension NSView: RouteSource {
    /// The presenter of AppKit, a `TabPresenter` if there's a tab view controller in the window.
    public var routePresenter: any RoutePresenter {
      nearestController?.routePresenter ?? AppKitPresenter.shared
    }

    /// The window of the view, or of the controller that presents the view's own.
    public var navigationRoot: AnyObject { nearestController?.navigationRoot ?? window ?? self }
  }

  extension NSWindow: RouteSource {
    /// The presenter of AppKit, a `TabPresenter` if there's a tab view controller in the window.
    public var routePresenter: any RoutePresenter {
      contentViewController?.routePresenter ?? AppKitPresenter.shared
    }

    /// The window, or the window of the controller that presents its own.
    public var navigationRoot: AnyObject { contentViewController?.navigationRoot ?? self }
  }

  extension NSView {
    /// The controller of the view, or of the closest view that contains it.
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

    /// The window of the view, if the view is loaded.
    var loadedWindow: NSWindow? { isViewLoaded ? view.window : nil }
  }
#endif
