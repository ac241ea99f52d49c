import HTTPTypes
import PageKit
import Waymark

/// Asks the interceptors of the application whether a visitor who hasn't logged in may see a page.
@MainActor
final class VisitGate: RouteSource, RoutePresenter {
  private var screen: (any VisitScreen)?

  private init() {}

  /// Returns the response instead of the page, or nil if the visitor may see the page.
  static func reply(
    to message: Message, pattern: String, isPublic: Bool, in registry: Registry
  ) async throws -> Reply? {
    let gate = VisitGate()
    let visit = try registry.perform(to: .visit, path: .present(from: gate)) { visit, _ in
      visit.pattern = pattern
      visit.isPublic = isPublic
    }
    do {
      _ = try await visit.completed()
    } catch let error as RouteError where error.code == .redirected {
      _ = try await visit.redirection?.completed()
    }
    guard let screen = gate.screen else { throw PageProblem(.forbidden, "The page can't be visited.") }
    return try screen.reply(to: message)
  }

  var routePresenter: any RoutePresenter { self }

  func validate(_ transition: RouteTransition) {}

  func show(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    screen = transition.destination as? any VisitScreen
    completion(nil)
  }

  func remove(_ transition: RouteTransition, completion: @escaping @MainActor ((any Error)?) -> Void) {
    screen = nil
    completion(nil)
  }
}

/// A visit that no interceptor redirected: the page of the URL is shown.
@MainActor
final class Visit: VisitScreen {
  init(attempt: VisitAttempt) {}

  func reply(to message: Message) -> Reply? { nil }
}
