#if canImport(UIKit)
  import UIKit
  import Waymark

  extension UIKitPresenter: AdoptingPresenter {
    func makesView(along kind: RoutePath.Kind) -> Bool { kind == .segue }

    func show(
      _ transition: RouteTransition,
      adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
      completion: @escaping Completion
    ) {
      do throws(RouteError) {
        guard case .segue(let source, let identifier, let sender) = try ShowingPlace(transition.path) else {
          throw .notShowable(transition.view, transition.path.kind)
        }
        let pending = PendingSegue(source, identifier, adopt)
        let outer = segue
        segue = pending
        // UIKit creates the destination, calls `prepare(for:sender:)`, and shows the destination before this returns.
        run(animated: transition.animated) { source.performSegue(withIdentifier: identifier, sender: sender) }
        segue = outer
        guard let result = pending.result else { throw .segueNotPrepared(identifier, source) }
        let adopted = try result.get()
        let entry = ShownView(adopted.transition, adopted.controller)
        add(entry)
        try checkThatIsShown(entry, adopted.controller, from: source)
        settle(entry, adopted.controller, completion)
      } catch {
        completion(error)
      }
    }
  }
#endif
