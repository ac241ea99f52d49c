#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  /// The validated target of a path, ready for a view.
  enum ShowingPlace {
    case navigation(UINavigationController)
    case modal(UIViewController)
    case shown(UIViewController, sender: Any?)
    case child(UIViewController, UIView)
    case subview(UIView)
    case segue(UIViewController, String, sender: Any?)
    case window(UIWindowScene)

    static let kinds: [RoutePath.Kind] = [
      .push, .present, .popover, .sheet, .show, .showDetail, .addChild, .addSubview, .segue, .window,
    ]

    /// Finds the target of a path, or throws if it can't show a view now.
    @MainActor
    init(_ path: RoutePath) throws(RouteError) {
      guard Self.kinds.contains(path.kind) else {
        throw .unsupported(path.kind, by: "UIKit", supported: Self.kinds)
      }
      guard let source = path.source else { throw .sourceGone() }
      let details = path.details as? PathDetails
      switch path.kind {
      case .push: self = .navigation(try Self.navigation(of: Self.controller(of: source, path.kind)))
      case .show, .showDetail:
        let controller = try Self.controller(of: source, path.kind)
        try Self.check(shows: controller, path.kind)
        var sender: Any? = source
        if case .sender(let given) = details { sender = given }
        self = .shown(controller, sender: sender)
      case .addChild: self = try Self.child(of: source, details)
      case .addSubview:
        guard let view = source as? UIView ?? (source as? UIViewController)?.view else {
          throw .notASource(source, path.kind)
        }
        self = .subview(view)
      case .segue:
        guard let controller = source as? UIViewController, case .segue(let identifier, let sender) = details
        else {
          throw .notASource(source, path.kind)
        }
        guard controller.storyboard != nil else { throw .noStoryboard(controller, use: ".show or .present") }
        try Self.checkStack(of: controller)
        self = .segue(controller, identifier, sender: sender)
      case .window:
        guard let scene = source as? UIWindowScene else { throw .notASource(source, path.kind) }
        self = .window(scene)
      default:
        let controller = try Self.controller(of: source, path.kind)
        try Self.check(presents: controller, path.kind)
        self = .modal(controller)
      }
    }

    /// Returns the controller of a source.
    @MainActor
    private static func controller(
      of source: any RouteSource, _ kind: RoutePath.Kind
    ) throws(RouteError) -> UIViewController {
      let controller =
        switch source {
        case let controller as UIViewController: controller
        case let view as UIView: view.nearestController
        case let scene as UIWindowScene: scene.visibleController
        default: nil as UIViewController?
        }
      guard let controller else { throw .notASource(source, kind) }
      return controller
    }

    @MainActor
    private static func navigation(of source: UIViewController) throws(RouteError) -> UINavigationController {
      let content = source.contentBelowSearch
      guard
        let navigation = source as? UINavigationController ?? source.navigationController
          ?? content as? UINavigationController ?? content?.navigationController
      else { throw .noNavigation(source) }
      guard !navigation.isChangingStack else { throw .inTransition(navigation) }
      return navigation
    }

    /// Throws if a push or a pop is under way around a controller.
    @MainActor
    private static func checkStack(of source: UIViewController) throws(RouteError) {
      let navigation = source as? UINavigationController ?? source.navigationController
      if navigation?.isChangingStack == true { throw .inTransition(source) }
    }

    /// Throws if a controller can't present now.
    @MainActor
    private static func check(presents source: UIViewController, _ kind: RoutePath.Kind) throws(RouteError) {
      if let presented = source.presentedViewController {
        if presented.isBeingPresented || presented.isBeingDismissed { throw .inTransition(presented) }
        throw .presentsAlready(source, presented)
      }
      guard source.viewIfLoaded?.window != nil else {
        throw .notInWindow(source, kind, awaiting: "viewDidAppear(_:)")
      }
      // During its presentation, UIKit decides: the controller may present another one in `viewDidAppear(_:)`.
      if source.root.isBeingDismissed { throw .inTransition(source.root) }
    }

    /// Throws if a controller can't show another one, in a container around it or by presenting.
    @MainActor
    private static func check(shows source: UIViewController, _ kind: RoutePath.Kind) throws(RouteError) {
      try checkStack(of: source)
      let isContained =
        kind == .show
        ? source.navigationController != nil || source is UINavigationController
        : source.splitViewController != nil || source is UISplitViewController
      if !isContained, !(kind == .show && source.splitViewController != nil) {
        try check(presents: source, kind)
      }
    }

    @MainActor
    private static func child(of source: any RouteSource, _ details: PathDetails?) throws(RouteError) -> Self
    {
      guard let container = source as? UIViewController, let whole = container.view else {
        throw .notASource(source, .addChild)
      }
      guard !container.managesChildren else { throw .notAContainer(container) }
      guard case .container(let view) = details else { return .child(container, whole) }
      guard view.isDescendant(of: whole) else { throw .notInside(container) }
      return .child(container, view)
    }
  }

  extension UIViewController {
    /// Whether UIKit decides which children the controller has.
    var managesChildren: Bool {
      self is UINavigationController || self is UITabBarController || self is UISplitViewController
    }
  }
#endif
