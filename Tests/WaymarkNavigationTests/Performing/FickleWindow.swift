import SharedFixtures
import Waymark

/// A window with a presenter that makes each change at once, later, or not at all, or never completes.
@MainActor final class FickleWindow: RouteSource {
  let presenter = FicklePresenter()
  var routePresenter: any RoutePresenter { presenter }
}

@MainActor final class FicklePresenter: RoutePresenter {
  typealias Completion = @MainActor ((any Error)?) -> Void

  enum Reaction { case succeed, fail, wait, forget }

  /// Decides about the next change.
  var react: () -> Reaction = { .succeed }
  /// Called when a change has succeeded at once.
  var afterSuccess: () -> Void = {}
  var isRemovable: () -> Bool = { true }
  /// The views in the window, including views in transition.
  private(set) var shown: [RouteTransition] = []
  /// The changes in progress.
  private(set) var pending: [(transition: RouteTransition, isRemoval: Bool, completion: Completion)] = []

  func validate(_ transition: RouteTransition) throws(RouteError) {}

  func canRemove(_ transition: RouteTransition) -> Bool { isRemovable() }

  func show(_ transition: RouteTransition, completion: @escaping Completion) {
    change(transition, isRemoval: false, completion)
  }

  func remove(_ transition: RouteTransition, completion: @escaping Completion) {
    change(transition, isRemoval: true, completion)
  }

  private func change(_ transition: RouteTransition, isRemoval: Bool, _ completion: @escaping Completion) {
    switch react() {
    case .succeed:
      finish(transition, isRemoval)
      completion(nil)
      afterSuccess()
    case .fail: completion(Failure(description: "stuck"))
    case .wait:
      if !isRemoval { shown.append(transition) }
      pending.append((transition, isRemoval, completion))
    case .forget: return
    }
  }

  private func finish(_ transition: RouteTransition, _ isRemoval: Bool) {
    shown.removeAll { $0 == transition }
    if !isRemoval { shown.append(transition) }
  }

  /// Ends a change in progress.
  func complete(_ index: Int = 0, failing: Bool = false) {
    let (transition, isRemoval, completion) = pending.remove(at: index)
    if failing {
      if !isRemoval { shown.removeAll { $0 == transition } }
    } else if shown.contains(transition) {
      finish(transition, isRemoval)
    }
    completion(failing ? Failure(description: "stuck") : nil)
  }

  /// Forgets all changes in progress.
  func forgetChanges() { pending = [] }

  /// Closes a view as the user does.
  ///
  /// A change in progress may then never complete.
  func close(_ index: Int) { shown.remove(at: index).wasRemoved() }

  /// Closes the topmost view as the user does, if any.
  func dismissTopmost() { shown.popLast()?.wasRemoved() }
}
