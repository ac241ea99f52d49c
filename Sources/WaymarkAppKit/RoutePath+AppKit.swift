#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Waymark
  import WaymarkToolkit

  extension RoutePath.Kind {
    /// A modal window, which blocks all other windows.
    public static let modalWindow = Self("modalWindow")
    /// A storyboard segue, which creates and shows the view.
    public static let segue = Self("segue")
    /// A separate window for the view.
    public static let window = Self("window")
  }

  extension RoutePath {
    /// Returns a path that presents the view controller with a custom animation.
    ///
    /// - Parameters:
    ///   - source: The view controller, view, or window that presents it.
    ///   - animator: The object that shows and removes the view.
    public static func present(
      from source: any RouteSource, animator: any NSViewControllerPresentationAnimator
    ) -> Self {
      .custom(.present, from: source, details: PathDetails.animator(animator))
    }

    /// Returns a path that presents the view controller in a modal window.
    ///
    /// - Parameter source: The view controller, view, or window that presents it.
    public static func modalWindow(from source: any RouteSource) -> Self {
      .custom(.modalWindow, from: source)
    }

    /// Returns a path that presents the view controller in a popover.
    ///
    /// - Parameters:
    ///   - source: The view controller, view, or window that presents it.
    ///   - rect: The rectangle that the popover points at.
    ///   - view: The view of the rectangle.
    ///   - edge: The edge of the rectangle where the popover appears.
    ///   - behavior: The behavior that closes the popover.
    public static func popover(
      from source: any RouteSource, relativeTo rect: NSRect, of view: NSView, preferredEdge edge: NSRectEdge,
      behavior: NSPopover.Behavior
    ) -> Self {
      .custom(.popover, from: source, details: PathDetails.popover(rect, view, edge, behavior))
    }

    /// Returns a path that adds the view controller to another one as a child.
    ///
    /// - Parameters:
    ///   - source: The container.
    ///   - view: The view, inside the container's view, that the child's view fills.
    public static func addChild(to source: any RouteSource, in view: NSView) -> Self {
      .custom(.addChild, from: source, details: PathDetails.container(view))
    }

    /// Returns a path that performs a segue of the source's storyboard, which creates the view controller.
    ///
    /// The source calls `Router.prepare(for:sender:)` in its `prepare(for:sender:)`.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the segue.
    ///   - source: The view controller that has the segue.
    ///   - sender: The object that requested it.
    public static func segue(
      _ identifier: NSStoryboardSegue.Identifier, from source: any RouteSource, sender: Any? = nil
    ) -> Self {
      .custom(.segue, from: source, details: PathDetails.segue(identifier, sender: sender))
    }

    /// Returns a path that shows the view controller in a separate window.
    ///
    /// - Parameters:
    ///   - source: The view controller, view, or window that requests it.
    ///   - configure: Sets properties of the window, such as its title, before it appears.
    public static func window(
      from source: any RouteSource, configure: @escaping @MainActor (NSWindow) -> Void = { _ in }
    ) -> Self {
      .custom(.window, from: source, details: PathDetails.window(configure))
    }
  }

  /// The details of an AppKit path besides its kind and its source.
  enum PathDetails {
    case animator(any NSViewControllerPresentationAnimator)
    case popover(NSRect, NSView, NSRectEdge, NSPopover.Behavior)
    case container(NSView)
    case segue(NSStoryboardSegue.Identifier, sender: Any?)
    case window(@MainActor (NSWindow) -> Void)
  }

  // The errors that name AppKit's classes.
  extension RouteError {
    static func notASource(_ source: Any, _ kind: RoutePath.Kind) -> RouteError {
      notASource(
        source, kind,
        use: kind == .segue || kind == .addChild
          ? "a view controller" : "a view controller, a view, or a window that has one")
    }

    static func presentsAlready(_ source: NSViewController, _ sheet: NSViewController) -> RouteError {
      RouteError(
        .actionFailed, "the window of \(name(source)) already has \(name(sheet)) as a sheet",
        remedy: "remove it first\nshow the next sheet from it")
    }

    @MainActor
    static func notShowable(_ transition: RouteTransition) -> RouteError {
      notShowable(transition, asController: "an NSViewController", orView: "an NSView")
    }

    static func noTab(_ name: String, in names: [String]) -> RouteError {
      noTab(
        name, in: names, of: "tab view controller",
        remedy: "use a String as the identifier of the tab's NSTabViewItem")
    }
  }

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
      sequence(first: self as NSResponder, next: \.nextResponder).first { $0 is NSViewController }
        as? NSViewController
    }
  }

  extension NSViewController {
    /// The controller, or the outermost one that contains it.
    var root: NSViewController { parent?.root ?? self }

    /// The first of the controllers that contain or present this one.
    var outermost: NSViewController { root.presentingViewController?.outermost ?? root }

    /// The controller and all controllers inside of it.
    var withDescendants: [NSViewController] { [self] + children.flatMap(\.withDescendants) }

    /// The window of the view, if the view is loaded.
    var loadedWindow: NSWindow? { isViewLoaded ? view.window : nil }
  }
#endif
