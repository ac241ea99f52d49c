import Waymark

/// The time from a log-in to a log-out, or a visit without a log-in.
public struct Session: RouteScope {
  /// The user, or nil for a visitor who hasn't logged in.
  public let user: User?
  /// The secret that a form has to contain.
  public let formToken: String

  /// Creates the session.
  public init(user: User?, formToken: String) {
    self.user = user
    self.formToken = formToken
  }
}

/// The user of a session.
public struct Member: Sendable {
  /// The user.
  public let user: User

  /// Takes the user of a session.
  ///
  /// - Throws: `NotLoggedIn`.
  public init(session: Session) throws {
    guard let user = session.user else { throw NotLoggedIn() }
    self.user = user
  }
}

/// A page was requested without the log-in that it needs.
public struct NotLoggedIn: Error, CustomStringConvertible {
  /// The sentence to tell the user.
  public let description = "Log in first."

  /// Creates the error.
  public init() {}
}

extension RoutableService<Member> {
  /// The user of the open session.
  public static var member: Self { declared() }
}
