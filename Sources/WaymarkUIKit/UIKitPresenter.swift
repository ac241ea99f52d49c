#if canImport(UIKit)
  import UIKit
  import Waymark

  /// The presenter of all view controllers, views, and window scenes.
  @MainActor
  final class UIKitPresenter {
    typealias Completion = @MainActor ((any Error)?) -> Void

    static let shared = UIKitPresenter()

    /// The shown views, beginning with the oldest.
    private(set) var shown: [ShownView] = []
    private let observer = RunLoopObserver()
    /// The segue in progress.
    var segue: PendingSegue<UIViewController>?

    /// Returns the view that a transition has shown, or nil if it's gone.
    func entry(of transition: RouteTransition) -> ShownView? { shown.first { $0.transition == transition } }

    func isShown(_ entry: ShownView) -> Bool { shown.contains { $0 === entry } }

    func add(_ entry: ShownView) {
      shown.append(entry)
      observer.start { [weak self] in self?.sweep() }
    }

    func drop(_ entry: ShownView) {
      entry.end()
      shown.removeAll { $0 === entry }
      if shown.isEmpty { observer.stop() }
    }

    /// Reports all views that were removed by other means.
    func sweep() {
      for entry in shown { entry.noteWindow() }
      for entry in shown.reversed() where !entry.isChanging && entry.isGone {
        guard isShown(entry) else { continue }
        drop(entry)
        entry.transition.wasRemoved()
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

    /// Asks the route of a view that the user wants to remove, and removes it unless the route decides to stay.
    func userRemoves(_ transition: RouteTransition) {
      Task { @MainActor in
        guard await transition.mayLeave(), let entry = entry(of: transition), !entry.isChanging, !entry.isGone
        else { return }
        remove(entry, animated: true) { error in
          if error == nil { transition.wasRemoved() }
        }
      }
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
          throw .notShowable(transition.view, transition.path.kind)
        }
        try show(transition, controller, at: place, completion)
      } catch {
        completion(error)
      }
    }

    func canRemove(_ transition: RouteTransition) -> Bool {
      guard let entry = entry(of: transition) else { return false }
      guard let controller = entry.controller, entry.window == nil else { return true }
      if let navigation = entry.navigation {
        return entry.controllerBelow != nil && navigation.transitionCoordinator == nil
      }
      if transition.path.kind == .addChild { return true }
      return controller.parent == nil && !controller.isBeingDismissed && !entry.isColumn(controller)
    }

    func remove(_ transition: RouteTransition, completion: @escaping Completion) {
      // The view may have been removed while the caller prepared it.
      guard let entry = entry(of: transition) else { return completion(nil) }
      remove(entry, animated: transition.animated, completion)
    }

    func holder(of destination: Any) -> String? {
      guard let controller = destination as? UIViewController else {
        return (destination as? UIView)?.superview.map { "its superview, \(type(of: $0))" }
      }
      if let parent = controller.parent { return "its parent, \(type(of: parent))" }
      return controller.presentingViewController.map { "\(type(of: $0)), which presents it" }
    }
  }
#endif
