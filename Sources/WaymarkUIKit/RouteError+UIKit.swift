#if canImport(UIKit)
  import UIKit
  import Waymark

  // Errors in showing and removing view controllers.
  extension RouteError {
    private static func name(_ object: Any) -> String { String(describing: type(of: object)) }

    static func unsupported(_ kind: RoutePath.Kind, supported: [RoutePath.Kind]) -> RouteError {
      RouteError(
        .unsupportedPath,
        "UIKit has no path \(kind.name); it has \(supported.map(\.name).joined(separator: ", "))",
        remedy: "use one of these, or add Shows(along: .\(kind.name)) to the route")
    }

    static func sourceGone() -> RouteError {
      RouteError(
        .actionFailed, "the source was deallocated",
        remedy: "retain the source while something is shown from it")
    }

    static func notASource(_ source: Any, _ kind: RoutePath.Kind) -> RouteError {
      let wanted =
        switch kind {
        case .window: "a window scene"
        case .segue, .addChild: "a view controller"
        default: "a view controller, a view, or a window scene that has one"
        }
      return RouteError(
        .invalidSource, "\(name(source)) cannot be the source along \(kind.name)", remedy: "use \(wanted)")
    }

    static func noNavigation(_ source: UIViewController) -> RouteError {
      RouteError(
        .invalidSource, "\(name(source)) is not in a navigation controller, so nothing can be pushed from it",
        remedy: "put it into a UINavigationController, or use .present or .show")
    }

    static func notInWindow(_ source: UIViewController, _ kind: RoutePath.Kind) -> RouteError {
      RouteError(
        .invalidSource,
        "the view of \(name(source)) is not in a window, so nothing can be shown along \(kind.name)",
        remedy: "wait for viewDidAppear(_:), or use the controller that is visible")
    }

    static func presentsAlready(_ source: UIViewController, _ presented: UIViewController) -> RouteError {
      RouteError(
        .actionFailed, "\(name(source)) already presents \(name(presented))",
        remedy: "remove it first, or present from it")
    }

    @MainActor
    static func notShown(_ controller: UIViewController, from source: UIViewController)
      -> RouteError
    {
      let fact = "UIKit did not show \(name(controller)) from \(name(source))"
      guard let reason = reason(for: source) else {
        return RouteError(
          .actionFailed, "\(fact), and gave no reason",
          remedy:
            "look for UIKit's reason in the log, and for overrides of present(_:animated:completion:) and show(_:sender:)"
        )
      }
      return RouteError(
        .actionFailed, "\(fact), because \(reason)",
        remedy: "wait for the end of other changes, and show it from the controller that is visible"
      )
    }

    /// Returns a detectable reason why a controller can't present anything, if any.
    @MainActor
    private static func reason(for source: UIViewController) -> String? {
      if source.viewIfLoaded?.window == nil {
        return "the view of \(name(source)) is not in a window"
      }
      if let presented = source.presentedViewController {
        return "\(name(source)) already presents \(name(presented))"
      }
      for controller in sequence(first: source.root, next: { $0.presentingViewController }) {
        if controller.isBeingDismissed { return "\(name(controller)) is being dismissed" }
        if controller.isBeingPresented { return "\(name(controller)) is being presented" }
      }
      return nil
    }

    static func inTransition(_ controller: UIViewController) -> RouteError {
      RouteError(
        .unbalancedTransition, "\(name(controller)) is still in a transition",
        remedy: "await completed() or removed() of the change before, or show without animation")
    }

    static func notAContainer(_ controller: UIViewController) -> RouteError {
      RouteError(
        .invalidSource, "\(name(controller)) manages its own children, so no child can be added to it",
        remedy: "use .push or .showDetail, or add the child to a controller inside of it")
    }

    static func notInside(_ container: UIViewController) -> RouteError {
      RouteError(
        .invalidSource, "the view for the child is not inside the view of \(name(container))",
        remedy: "use the container's view or one of its subviews")
    }

    static func noStoryboard(_ source: UIViewController) -> RouteError {
      RouteError(
        .invalidSource, "\(name(source)) was not made by a storyboard, so it has no segues",
        remedy: "use .show or .present")
    }

    static func notShowable(_ view: Any, _ kind: RoutePath.Kind) -> RouteError {
      let wanted = kind == .addSubview ? "a UIView" : "a UIViewController"
      return RouteError(
        .destinationMismatch, "\(name(view)) is not \(wanted), so it cannot be shown along \(kind.name)",
        remedy: "use another path, or put it into one with Wrapped")
    }

    static func pushedNavigation(_ view: UIViewController) -> RouteError {
      RouteError(
        .destinationMismatch, "\(name(view)) is a navigation controller, which UIKit cannot push",
        remedy: "use .present, or remove the route's Wrapped")
    }

    static func segueNotPrepared(_ identifier: String, _ source: UIViewController) -> RouteError {
      RouteError(
        .segueNotPerformed,
        "\(name(source)) performed the segue '\(identifier)' without preparing its destination",
        remedy: "call Router.prepare(for:sender:) in its prepare(for:sender:)")
    }

    static func cancelled() -> RouteError {
      RouteError(.actionFailed, "the transition was canceled", remedy: "try again")
    }

    static func noTab(_ name: String, in names: [String]) -> RouteError {
      let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
      return RouteError(
        .unsupportedPath, "the tab bar controller has no tab '\(name)'; \(known)",
        remedy: "use the identifier of a UITab, or the restorationIdentifier of the tab's view controller")
    }

    static func notRemovable(_ controller: UIViewController) -> RouteError {
      RouteError(
        .actionFailed, "\(name(controller)) cannot be removed, because it is at the bottom of its container",
        remedy: "replace it in its container, or remove the container")
    }
  }
#endif
