#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  // The errors that only UIKit has.
  extension RouteError {
    static func notASource(_ source: Any, _ kind: RoutePath.Kind) -> RouteError {
      let wanted =
        switch kind {
        case .window: "a window scene"
        case .segue, .addChild: "a view controller"
        default: "a view controller, a view, or a window scene that has one"
        }
      return notASource(source, kind, use: wanted)
    }

    static func noNavigation(_ source: UIViewController) -> RouteError {
      RouteError(
        .invalidSource, "\(name(source)) is not in a navigation controller, so nothing can be pushed from it",
        remedy: "put it into a UINavigationController\nuse .present or .show")
    }

    static func presentsAlready(_ source: UIViewController, _ presented: UIViewController) -> RouteError {
      RouteError(
        .actionFailed, "\(name(source)) already presents \(name(presented))",
        remedy: "remove it first\npresent from it")
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
        remedy: "await completed() or removed() of the change before\nshow without animation")
    }

    static func notDismissed(_ controller: UIViewController) -> RouteError {
      RouteError(
        .actionFailed, "UIKit did not dismiss \(name(controller)), and gave no reason",
        remedy: "look for UIKit's reason in the log, and for overrides of dismiss(animated:completion:)")
    }

    static func notAContainer(_ controller: UIViewController) -> RouteError {
      RouteError(
        .invalidSource, "\(name(controller)) manages its own children, so no child can be added to it",
        remedy: "use .push or .showDetail\nadd the child to a controller inside of it")
    }

    @MainActor
    static func notShowable(_ transition: RouteTransition) -> RouteError {
      notShowable(transition, asController: "a UIViewController", orView: "a UIView")
    }

    static func pushedNavigation(_ view: UIViewController) -> RouteError {
      RouteError(
        .destinationMismatch, "\(name(view)) is a navigation controller, which UIKit cannot push",
        remedy: "use .present\nremove the route's Wrapped")
    }

    /// UIKit stops the program in this case.
    static func pushedAgain(_ view: UIViewController) -> RouteError {
      RouteError(
        .alreadyShown, "\(name(view)) is in the navigation controller already",
        remedy: "pop to it\npush another instance")
    }

    static func cancelled() -> RouteError {
      RouteError(.actionFailed, "the transition was canceled", remedy: "try again")
    }

    static func noTab(_ name: String, in names: [String]) -> RouteError {
      noTab(
        name, in: names, of: "tab bar controller",
        remedy: "use the identifier of a UITab, or the restorationIdentifier of the tab's view controller")
    }

    static func notRemovable(_ controller: UIViewController) -> RouteError {
      RouteError(
        .actionFailed, "\(name(controller)) cannot be removed, because it is at the bottom of its container",
        remedy: "replace it in its container\nremove the container")
    }
  }
#endif
