import Waymark

/// A window that records what its presenter is asked for, and answers as a test wants.
@MainActor final class RecordingWindow: RouteSource {
  let presenter = RecordingPresenter()
  var routePresenter: any RoutePresenter { presenter }
}

@MainActor final class RecordingPresenter: RoutePresenter {
  typealias Completion = @MainActor ((any Error)?) -> Void

  /// Whether completions are called at once.
  var isPrompt = true
  var failure: (any Error)?
  var refusal: RouteError?
  var isRemovable = true
  var leakHolder: String?
  /// The views on the screen, the lowest first.
  fileprivate(set) var shown: [RouteTransition] = []
  /// What was asked for, such as `show push`.
  private(set) var calls: [String] = []
  /// The completions that wait.
  private(set) var waiting: [Completion] = []

  func validate(_ transition: RouteTransition) throws(RouteError) {
    calls.append("validate \(transition.path.kind)")
    if let refusal { throw refusal }
  }

  func show(_ transition: RouteTransition, completion: @escaping Completion) {
    calls.append("show \(transition.path.kind)\(transition.animated ? "" : " at once")")
    if failure == nil { shown.append(transition) }
    answer(completion)
  }

  func canRemove(_ transition: RouteTransition) -> Bool { isRemovable }

  func remove(_ transition: RouteTransition, completion: @escaping Completion) {
    calls.append("remove \(transition.path.kind)\(transition.animated ? "" : " at once")")
    if failure == nil { shown.removeLast() }
    answer(completion)
  }

  func holder(of destination: Any) -> String? { leakHolder }

  /// The user swipes the topmost view away.
  func swipeBack() { shown.removeLast().wasRemoved() }

  /// Calls the completion that waits the longest.
  func complete(_ error: (any Error)? = nil) { waiting.removeFirst()(error) }

  private func answer(_ completion: @escaping Completion) {
    if isPrompt { completion(failure) } else { waiting.append(completion) }
  }
}

extension RecordingPresenter {
  /// The screen disappears without a word to anybody.
  func forgetAll() { shown = [] }
}

extension RouteEvent.Phase {
  /// The phase as a word for a log.
  var word: String {
    switch self {
    case .willPerform: "willPerform"
    case .didPerform: "didPerform"
    case .willRemove: "willRemove"
    case .didRemove: "didRemove"
    case .failed(let error): "failed(\(error.code))"
    case .leaked: "leaked"
    case .reclaimed: "reclaimed"
    }
  }
}
