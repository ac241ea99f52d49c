import Foundation
import HTTPTypes
import PageKit
import ServerInterfaces
import Waymark

/// Opens sessions for names and passwords.
struct SignIn: Sendable {
  /// The time after which a session ends by itself.
  static let lifetime = 14 * 24 * 60 * 60

  let accounts: any AccountStorage
  let hasher: PasswordHasher
  let limiter: LogInLimiter
  let cookies: CookiePolicy
  let request: Request

  /// Opens a session.
  ///
  /// - Throws: `PageProblem` if the name and the password don't belong together, or after too many attempts.
  func open(name: String, password: String) async throws -> SessionSecret {
    for key in ["client \(request.message.client)", "name \(name.lowercased())"] {
      if let seconds = limiter.attempts.take(key) {
        throw PageProblem(.tooManyRequests, "Too many attempts. Try again in \(seconds) seconds.")
      }
    }
    let credentials = try await accounts.credentials(name: name)
    guard password.count <= Limits.password.upperBound,
      try await hasher.matches(password, credentials?.passwordHash), let credentials
    else { throw PageProblem(.forbidden, "The name or the password is wrong.") }
    return try await open(for: credentials.user)
  }

  /// Opens a session for a user whose password was checked, or who's new.
  func open(for user: User) async throws -> SessionSecret {
    let secret = SessionSecret()
    try await accounts.openSession(
      key: secret.key, user: user.id, until: Date(timeIntervalSinceNow: Double(Self.lifetime)))
    return secret
  }

  /// Returns a response that gives the browser a session and sends it to a page.
  func redirect(to link: String, with secret: SessionSecret) -> Reply {
    var reply = Reply.redirect(to: link)
    reply.fields.append(
      HTTPField(name: .setCookie, value: cookies.field(.session, secret.token, seconds: Self.lifetime)))
    return reply
  }
}

/// Limits how often a password may be tried.
final class LogInLimiter: Sendable {
  let attempts: RateLimiter

  init(perSecond rate: Double) { attempts = RateLimiter(perSecond: rate, burst: 10) }
}

extension RoutableService<SignIn> { static var signIn: Self { declared() } }
extension RoutableService<SessionResource> { static var sessionResource: Self { declared() } }
extension RoutableService<LogInLimiter> { static var logInLimiter: Self { declared() } }
