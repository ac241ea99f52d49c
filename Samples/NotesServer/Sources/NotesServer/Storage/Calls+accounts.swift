import Foundation
import GRDB

/// Adds an account, the administrator's if it's the first one.
struct AddAccount: StorageCall {
  static let isChange = true
  static let isIdempotent = false
  let name, passwordHash: String
  /// Whether nobody but the first may register.
  var isFirstOnly = false
  var uniqueName: String? { name }
  func perform(in database: Database) throws -> User {
    let isFirst = try database.first("SELECT 1 FROM user LIMIT 1") == nil
    if isFirstOnly && !isFirst { throw StorageProblem.closed }
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

/// Replaces the hash of a user's password unless it has changed, and ends all sessions.
struct SetPassword: StorageChange {
  let hash, old, user: String
  func change(_ database: Database) throws {
    // A second attempt finds the new hash.
    let sql = "UPDATE user SET passwordHash = ? WHERE id = ? AND passwordHash IN (?, ?)"
    guard try database.run(sql, [hash, user, old, hash]) > 0 else { throw StorageProblem.wrongPassword }
    try CloseSessions(user: user).change(database)
  }
}

struct ListUsers: StorageCall {
  func perform(in database: Database) throws -> [User] {
    try database.all("SELECT id, name, isAdministrator FROM user ORDER BY name LIMIT 1000").map { User($0) }
  }
}

/// Keeps a session under the hash of its secret, unless the password was changed during the log-in.
struct OpenSession: StorageChange {
  let key, user, passwordHash: String
  let expiry: Date
  func change(_ database: Database) throws {
    let sql = "SELECT 1 FROM user WHERE id = ? AND passwordHash = ?"
    guard try database.first(sql, [user, passwordHash]) != nil else { throw StorageProblem.wrongPassword }
    try database.run("DELETE FROM session WHERE expiry < ?", [Date().timeIntervalSince1970])
    try database.run(
      "INSERT INTO session (key, user, expiry) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      [key, user, expiry.timeIntervalSince1970])
  }
}

struct FindSession: StorageCall {  // Nil if it has ended or expired.
  let key: String
  func perform(in database: Database) throws -> StoredSession? {
    let sql = "SELECT id, name, isAdministrator, revision FROM openSession WHERE key = ? AND expiry > ?"
    return try database.first(sql, [key, Date().timeIntervalSince1970]).map {
      StoredSession(user: User($0), revision: $0[3])
    }
  }
}

struct CloseSession: StorageChange {
  let key: String
  func change(_ database: Database) throws {
    try database.run("DELETE FROM session WHERE key = ?", [key])
  }
}

/// Ends all sessions of a user.
struct CloseSessions: StorageChange {
  let user: String
  func change(_ database: Database) throws {
    try database.run("DELETE FROM session WHERE user = ?", [user])
  }
}

extension User {
  fileprivate init(_ row: Row) { self.init(id: row[0], name: row[1], isAdministrator: row[2]) }
}
