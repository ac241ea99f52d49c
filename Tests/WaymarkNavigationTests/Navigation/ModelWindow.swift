import SharedFixtures
import Waymark

@testable import WaymarkCore
@testable import WaymarkNavigation

/// A window whose presenter does to each change what a test's script says.
@MainActor final class ModelWindow: RouteSource {
  let presenter = ModelPresenter()
  var routePresenter: any RoutePresenter { presenter }
}

@MainActor final class ModelPresenter: RoutePresenter {
  /// What happens to one change.
  enum Action {
    case succeed
    case fail
    /// The change succeeds after the main actor has done something else.
    case succeedLate
    /// The task that asked for the change is cancelled, then the change succeeds.
    case cancel
    /// The change succeeds, then the user removes the topmost screen.
    case dismiss
    /// Another change is requested, then this one succeeds.
    case request
  }

  /// The actions of the next changes; `succeed` after the last one.
  var script: [Action] = []
  var onCancel: () -> Void = {}
  /// Requests another change, and waits until the navigator has it.
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
