import Foundation
import GRDB

/// Adds an account, the first of which is the administrator's.
struct AddAccount: StorageCall {
  static let isChange = true
  static let isIdempotent = false
  let name, passwordHash: String
  var uniqueName: String? { name }
  func perform(in database: Database) throws -> User {
    let isFirst = try database.first("SELECT 1 FROM user LIMIT 1") == nil
    let user = User(id: RandomID.make(), name: name, isAdministrator: isFirst)
    try database.run(
      """
      INSERT INTO user (id, name, passwordHash, isAdministrator, number)
      VALUES (?, ?, ?, ?, (SELECT COALESCE(MAX(number), 0) + 1 FROM user))
      """, [user.id, name, passwordHash, isFirst])
    return user
  }
}

struct FindCredentials: StorageCall {
  let name: String
  func perform(in database: Database) throws -> Credentials? {
    try database.first("SELECT id, name, isAdministrator, passwordHash FROM user WHERE name = ?", [name]).map
    { Credentials(user: User($0), passwordHash: $0[3]) }
  }
}

/// Replaces the hash of a user's password, and ends all sessions of the user.
struct SetPassword: StorageChange {
  let hash, user: String
  func change(_ database: Database) throws {
    try database.run("UPDATE user SET passwordHash = ? WHERE id = ?", [hash, user])
    try CloseSessions(user: user).change(database)
  }
}

struct ListUsers: StorageCall {
  func perform(in database: Database) throws -> [User] {
    try database.all("SELECT id, name, isAdministrator FROM user ORDER BY name LIMIT 1000").map { User($0) }
  }
}

/// Keeps a session under the hash of its secret.
struct OpenSession: StorageChange {
  let key, user: String
  let expiry: Date
  func change(_ database: Database) throws {
    try database.run("DELETE FROM session WHERE expiry < ?", [Date().timeIntervalSince1970])
    try database.run(
      "INSERT INTO session (key, user, expiry) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      [key, user, expiry.timeIntervalSince1970])
  }
}

/// Returns a session, or nil if it has ended or expired.
struct FindSession: StorageCall {
  let key: String
  func perform(in database: Database) throws -> StoredSession? {
    try database.first(
      """
      SELECT user.id, user.name, user.isAdministrator, user.revision
      FROM session JOIN user ON user.id = session.user WHERE session.key = ? AND session.expiry > ?
      """, [key, Date().timeIntervalSince1970]
    ).map { StoredSession(user: User($0), revision: $0[3]) }
  }
}

struct CloseSession: StorageChange {
  let key: String
  func change(_ database: Database) throws { try database.run("DELETE FROM session WHERE key = ?", [key]) }
}

struct CloseSessions: StorageChange {
  let user: String
  func change(_ database: Database) throws { try database.run("DELETE FROM session WHERE user = ?", [user]) }
}

extension User {
  /// Reads the columns `id`, `name`, and `isAdministrator`.
  fileprivate init(_ row: Row) { self.init(id: row[0], name: row[1], isAdministrator: row[2]) }
}
