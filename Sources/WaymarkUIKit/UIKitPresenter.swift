#if canImport(UIKit)
  import UIKit
  import Waymark
  import WaymarkToolkit

  /// The presenter of all view controllers, views, and window scenes.
  ///
  /// Its state is static, because a window with tabs has a presenter of its own.
  @MainActor
  class UIKitPresenter {
    typealias Completion = @MainActor ((any Error)?) -> Void

    static let shared = UIKitPresenter()
    static let segues = Segues<UIViewController>()
    private static let guards = LeaveGuards()
    private static let shownViews = ShownViews<ShownView> {
      shared.endLostDismissals()
      shared.sweep()
    }

    /// The shown views, beginning with the oldest.
    final var shown: ShownViews<ShownView> { Self.shownViews }

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
      let controllers = shown.all.filter(shown.asks).compactMap(\.nearestController)
      Self.guards.update(around: controllers) { Self.shared.userRemoves($0, $1) }
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

  extension UIKitPresenter: AnimatingPresenter {
    func whenAnimationEnds(
      around source: any RouteSource, _ action: @escaping @MainActor () -> Void
    ) -> Bool {
      let scene = source.navigationRoot as? UIWindowScene
      let roots = scene?.windows.compactMap(\.rootViewController) ?? []
      let controllers = roots.flatMap { sequence(first: $0, next: \.presentedViewController) }
      let changing = controllers.flatMap(\.withDescendants).first { $0.transitionCoordinator != nil }
      guard let changing else { return false }
      afterTransition(of: changing) { _ in action() }
      return true
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
        if case .subview(let view) = place {
          guard let subview = transition.view as? UIView else { throw .notShowable(transition) }
          let entry = ShownView(transition, view: subview)
          shown.add(entry)
          view.addSubview(subview)
          return finish(entry, isCancelled: false, completion)
        }
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
        return entry.controllerBelow != nil && !navigation.isChangingStack
      }
      if transition.path.kind == .addChild { return true }
      return controller.parent == nil && controller.changingPresentation == nil && !entry.isColumn(controller)
    }

    func views(leavingWith transition: RouteTransition) -> [RouteTransition] {
      shown.view(of: transition)?.controller.map { views(goingWith: $0).map(\.transition) } ?? []
    }

    func parts(of transition: RouteTransition) -> [RouteTransition] { shown.parts(of: transition) }

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
