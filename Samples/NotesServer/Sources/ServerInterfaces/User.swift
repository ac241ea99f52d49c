/// Somebody with an account.
public struct User: Codable, Hashable, Sendable, Identifiable {
  /// The identifier, which never changes.
  public let id: String
  /// The name with which the user logs in.
  public let name: String
  /// Whether the user may see the administration pages.
  public let isAdministrator: Bool

  /// Creates a user.
  public init(id: String, name: String, isAdministrator: Bool) {
    self.id = id
    self.name = name
    self.isAdministrator = isAdministrator
  }
}

/// A user with the hash of the password.
public struct Credentials: Codable, Hashable, Sendable {
  /// The user.
  public let user: User
  /// The hash, in the form that the accounts module writes.
  public let passwordHash: String

  /// Creates the credentials.
  public init(user: User, passwordHash: String) {
    self.user = user
    self.passwordHash = passwordHash
  }
}

/// An open session as the storage knows it.
public struct StoredSession: Codable, Hashable, Sendable {
  /// Whose session it is.
  public let user: User
  /// A number that grows with each change to the user's notes.
  public let revision: Int

  /// Creates the session.
  public init(user: User, revision: Int) {
    self.user = user
    self.revision = revision
  }
}
