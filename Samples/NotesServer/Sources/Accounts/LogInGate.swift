import HTTPTypes
import PageKit
import ServerInterfaces
import Waymark

/// Sends visitors who haven't logged in to the log-in page, unless a page is for everybody.
@MainActor
enum LogInGate: RouteVocabulary {
  static func decide(_ attempt: RouteAttempt) throws -> RouteDecision {
    guard let visit = attempt.configuration as? VisitAttempt, !visit.isPublic else { return .proceed }
    return .redirect(to: View(.logInPrompt))
  }
}

/// What visitors see in place of a page that needs a log-in.
@MainActor
final class LogInPrompt: VisitScreen {
  private let links: any Links

  init(links: any Links) { self.links = links }

  func reply(to message: Message) throws -> Reply? {
    guard !message.wantsJSON else { throw PageProblem(.unauthorized, "\(NotLoggedIn())") }
    return .redirect(to: try links.logIn(next: message.method == .get ? message.target : nil))
  }
}

extension RoutableView<LogInPrompt> { static var logInPrompt: Self { declared() } }
