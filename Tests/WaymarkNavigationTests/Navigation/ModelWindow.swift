import SharedFixtures
import Waymark

/// A window with a presenter that treats each change according to a test's script.
@MainActor final class ModelWindow: RouteSource {
  let presenter = ModelPresenter()
  var routePresenter: any RoutePresenter { presenter }
}

@MainActor final class ModelPresenter: RoutePresenter {
  typealias Action = NavigationReference.Action

  /// The actions of the next changes, with `succeed` after the last one.
  var script: [Action] = []
  var onCancel: () -> Void = {}
  /// Requests another change, and waits until the navigator has received it.
  var onRequest: () async -> Void = {}
  private(set) var shown: [RouteTransition] = []

  func validate(_ transition: RouteTransition) throws(RouteError) {}

  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    answer(completion) { self.shown.append(transition) }
  }

  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    answer(completion) { self.shown.removeAll { $0 == transition } }
  }

  func dismissTopmost() { shown.popLast()?.wasRemoved() }

  private func answer(
    _ completion: @escaping @MainActor ((any Error)?) -> Void, _ succeed: @escaping () -> Void
  ) {
    let finish = {
      succeed()
      completion(nil)
    }
    switch script.isEmpty ? .succeed : script.removeFirst() {
    case .succeed: finish()
    case .fail: completion(Failure(description: "stuck"))
    case .dismiss:
      finish()
      dismissTopmost()
    case .succeedLate:
      Task {
        await Task.yield()
        finish()
      }
    case .cancel:
      Task {
        onCancel()
        await Task.yield()
        finish()
      }
    case .request:
      Task {
        await onRequest()
        finish()
      }
    }
  }
}
