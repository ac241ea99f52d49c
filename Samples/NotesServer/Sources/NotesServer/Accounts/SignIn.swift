import Foundation
import Hummingbird
import Waymark

/// Opens sessions for names and passwords.
struct SignIn: Sendable {
  /// The time after which a session expires, in seconds.
  static let lifetime = 14 * 24 * 60 * 60

  let storage: any NotesStorage
  let hasher: PasswordHasher
  /// Limits the number of attempts.
  let limiter: RateLimiter
  let request: PageRequest

  /// Counts an attempt of the client, and of a name.
  ///
  /// - Throws: An error with the status 429 after too many attempts.
  func attempt(name: String? = nil) throws {
    for key in ["client \(request.client)", name.map { "name \($0.lowercased())" }].compactMap(\.self) {
      if let seconds = limiter.take(key) { throw HTTPError.tooMany("attempts", seconds) }
    }
  }

  /// Returns the user with a name and a password.
  ///
  /// - Throws: An error with the status 403 if they don't belong together, or 429 after too many attempts.
  func check(name: String, password: String) async throws -> User {
    try attempt(name: name)
    let credentials = try await storage.perform(FindCredentials(name: name))
    guard password.utf8.count <= Limits.password.upperBound,
      try await hasher.matches(password, credentials?.passwordHash), let credentials
    else { throw HTTPError(.forbidden, message: "The name or the password is wrong.") }
    return credentials.user
  }

  func open(for user: User) async throws -> SessionSecret {
    let secret = SessionSecret()
    let expiry = Date(timeIntervalSinceNow: Double(Self.lifetime))
    _ = try await storage.perform(OpenSession(key: secret.key, user: user.id, expiry: expiry))
    return secret
  }

  /// Returns a response that sends the browser to a page, with a new session for a user, or without one.
  func redirect(to link: String, for user: User?) async throws -> Response {
    var response = Response.redirect(to: link)
    var secret: SessionSecret?
    if let user { secret = try await open(for: user) }
    response.setCookie(Cookie("session", secret, for: Self.lifetime, isSecure: request.isSecure))
    return response
  }
}
