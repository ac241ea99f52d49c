import HTTPTypes
import PageKit
import ServerInterfaces

/// Refuses requests that another site may have forged, and clients that change too much.
package final class RequestGuard: Sendable {
  private let changes: RateLimiter

  package init(settings: WebSettings) {
    changes = RateLimiter(perSecond: Double(settings.changes) / 15, burst: settings.changes)
  }

  /// Checks a request of a session.
  ///
  /// - Throws: `PageProblem`.
  package func check(_ message: Message, _ session: Session) throws {
    guard message.method != .get else { return }
    if let seconds = changes.take(session.user?.id ?? message.client) {
      throw PageProblem(.tooManyRequests, "Too many changes. Try again in \(seconds) seconds.")
    }
    guard Self.needsToken(message, session) else { return }
    let token = message.fields[.formToken] ?? message.form["form-token"]
    guard SessionSecret.areEqual(token, session.formToken) else {
      throw PageProblem(
        .forbidden, "The form is too old. Go back, load the page again, and send it once more.")
    }
  }

  /// Returns whether a browser could have been made to send the request.
  ///
  /// Another site can't set `Authorization`, and can't send JSON without asking first. A cookie it can have sent.
  private static func needsToken(_ message: Message, _ session: Session) -> Bool {
    if message.fields[.authorization] != nil { return false }
    let isJSON = message.fields[.contentType]?.hasPrefix("application/json") == true
    return !isJSON || session.user != nil
  }
}

extension HTTPField.Name {
  static let formToken = HTTPField.Name("X-Form-Token") ?? .authorization
}
