#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  /// The presenter of all view controllers, views, and window scenes.
  @MainActor
  final class UIKitPresenter {
    typealias Completion = @MainActor ((any Error)?) -> Void

    static let shared = UIKitPresenter()

    /// The shown views, beginning with the oldest.
    private(set) lazy var shown = ShownViews<ShownView> { [weak self] in
      self?.endLostDismissals()
      self?.sweep()
    }
    let segues = Segues<UIViewController>()
    private let guards = LeaveGuards()

    /// Reports all views that were removed by other means.
    func sweep() {
      for entry in shown.all { entry.noteWindow() }
      shown.sweep()
      updateGuards()
    }

    /// Forgets a view, and undoes all changes for its route.
    func drop(_ entry: ShownView) {
      shown.drop(entry)
      updateGuards()
    }

    /// Makes UIKit ask before the user removes a view with `Leaves`, also together with others.
    func updateGuards() {
      let views = shown.all.filter { view in
        view.transition.asksBeforeLeaving
          || hostedParts(of: view.controller).contains(where: \.asksBeforeLeaving)
      }
      guards.update(around: views.compactMap(\.nearestController)) { [weak self] controller, delegate in
        self?.userRemoves(controller, delegate)
      }
    }

    /// Calls a closure when the transition of a controller ends, or at once if there's none.
    ///
    /// - Parameter body: A closure that receives whether the transition was canceled.
    func afterTransition(of controller: UIViewController, _ body: @escaping @MainActor (Bool) -> Void) {
      guard let coordinator = controller.transitionCoordinator else { return body(false) }
      coordinator.animate(alongsideTransition: nil) { context in body(context.isCancelled) }
    }

    /// Runs a change that UIKit animates by itself, animated or not.
    func run(animated: Bool, _ change: () -> Void) {
      if animated { change() } else { UIView.performWithoutAnimation(change) }
    }
  }

  extension UIKitPresenter: RoutePresenter {
    func validate(_ transition: RouteTransition) throws(RouteError) {
      sweep()
      _ = try ShowingPlace(transition.path)
    }

    func show(_ transition: RouteTransition, completion: @escaping Completion) {
      do throws(RouteError) {
        let place = try ShowingPlace(transition.path)
        if case .subview(let view) = place { return try add(transition, to: view, completion) }
        guard let controller = transition.view as? UIViewController else {
          throw .notShowable(transition)
        }
        try show(transition, controller, at: place, completion)
      } catch {
        completion(error)
      }
    }

    func isView(_ object: Any) -> Bool { object is UIViewController || object is UIView }

    func canRemove(_ transition: RouteTransition) -> Bool {
      guard let entry = shown.view(of: transition) else { return false }
      guard let controller = entry.controller, entry.window == nil else { return true }
      if let navigation = entry.navigation {
        return entry.controllerBelow != nil && navigation.transitionCoordinator == nil
      }
      if transition.path.kind == .addChild { return true }
      return controller.parent == nil && controller.changingPresentation == nil && !entry.isColumn(controller)
    }

    func views(leavingWith transition: RouteTransition) -> [RouteTransition] {
      shown.view(of: transition)?.controller.map { views(goingWith: $0).map(\.transition) } ?? []
    }

    func parts(of transition: RouteTransition) -> [RouteTransition] {
      guard let entry = shown.view(of: transition) else { return [] }
      let hosted = hostedParts(of: entry.controller)
      guard let whole = entry.drawn else { return hosted }
      return hosted
        + shown.all.filter { part in
          guard part.transition.path.kind.isPart, let drawn = part.drawn, drawn !== whole else {
            return false
          }
          return drawn.isDescendant(of: whole)
        }.map(\.transition)
    }

    func remove(_ transition: RouteTransition, completion: @escaping Completion) {
      // The view may have been removed while the caller prepared it.
      guard let entry = shown.view(of: transition) else { return completion(nil) }
      remove(entry, animated: transition.animated, completion)
    }

    func holder(of destination: Any) -> String? {
      let controller = destination as? UIViewController
      return describeHolder(
        parent: controller?.parent, presenting: controller?.presentingViewController,
        superview: (destination as? UIView)?.superview)
    }
  }
#endif
