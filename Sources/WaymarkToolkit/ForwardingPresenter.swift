package import Waymark

/// A presenter that forwards the rest of its work to another presenter.
@MainActor
package protocol ForwardingPresenter: AdoptingPresenter {
  associatedtype Base: AdoptingPresenter

  /// The presenter that shows and removes views.
  var presenter: Base { get }
}

extension ForwardingPresenter {
  package func validate(_ transition: RouteTransition) throws(RouteError) {
    try presenter.validate(transition)
  }

  package func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    presenter.show(transition, completion: completion)
  }

  package func canRemove(_ transition: RouteTransition) -> Bool { presenter.canRemove(transition) }

  package func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void)
  {
    presenter.remove(transition, completion: completion)
  }

  package func holder(of destination: Any) -> String? { presenter.holder(of: destination) }

  package func makesView(along kind: RoutePath.Kind) -> Bool { presenter.makesView(along: kind) }

  package func show(
    _ transition: RouteTransition,
    adopting adopt: @escaping @MainActor (Any) throws(RouteError) -> RouteTransition,
    completion: @escaping @MainActor ((any Error)?) -> Void
  ) {
    presenter.show(transition, adopting: adopt, completion: completion)
  }
}
