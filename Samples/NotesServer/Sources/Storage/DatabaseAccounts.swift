import Foundation
import GRDB
import ServerInterfaces

/// Accounts and sessions in the database.
package struct DatabaseAccounts: AccountStorage {
  package static let migration = Migration("accounts") { database in
    try database.execute(
      sql: """
        CREATE TABLE user (
          id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE COLLATE NOCASE, passwordHash TEXT NOT NULL,
          isAdministrator INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE TABLE session (
          key TEXT PRIMARY KEY NOT NULL, user TEXT NOT NULL REFERENCES user ON DELETE CASCADE,
          expiry REAL NOT NULL) STRICT, WITHOUT ROWID;
        CREATE INDEX sessionExpiry ON session (expiry);
        """)
  }

  private let database: NotesDatabase

  package init(database: NotesDatabase) { self.database = database }

  package func addAccount(name: String, passwordHash: String) async throws -> User {
    try await database.pool.write { database in
      guard
        try Row.fetchOne(database, sql: "SELECT 1 FROM user WHERE name = ?", arguments: [name]) == nil
      else { throw StorageProblem.nameTaken(name) }
      let isFirst = try Row.fetchOne(database, sql: "SELECT 1 FROM user LIMIT 1") == nil
      let user = User(id: RandomID.make(), name: name, isAdministrator: isFirst)
      try database.execute(
        sql: "INSERT INTO user (id, name, passwordHash, isAdministrator) VALUES (?, ?, ?, ?)",
        arguments: [user.id, name, passwordHash, isFirst])
      return user
    }
  }

  package func credentials(name: String) async throws -> Credentials? {
    try await database.pool.read { database in
      try Row.fetchOne(
        database, sql: "SELECT id, name, isAdministrator, passwordHash FROM user WHERE name = ?",
        arguments: [name]
      ).map { Credentials(user: User($0), passwordHash: $0[3]) }
    }
  }

  package func users() async throws -> [User] {
    try await database.pool.read { database in
      try Row.fetchAll(database, sql: "SELECT id, name, isAdministrator FROM user ORDER BY name LIMIT 1000")
        .map { User($0) }
    }
  }

  package func openSession(key: String, user: String, until expiry: Date) async throws {
    try await database.pool.write { database in
      try database.execute(
        sql: "DELETE FROM session WHERE expiry < ?", arguments: [Date().timeIntervalSince1970])
      try database.execute(
        sql: "INSERT INTO session (key, user, expiry) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        arguments: [key, user, expiry.timeIntervalSince1970])
    }
  }

  package func session(key: String) async throws -> StoredSession? {
    try await database.pool.read { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT user.id, user.name, user.isAdministrator, user.revision
          FROM session JOIN user ON user.id = session.user WHERE session.key = ? AND session.expiry > ?
          """)
      return try Row.fetchOne(statement, arguments: [key, Date().timeIntervalSince1970])
        .map { StoredSession(user: User($0), revision: $0[3]) }
    }
  }

  package func closeSession(key: String) async throws {
    try await database.pool.write { database in
      try database.execute(sql: "DELETE FROM session WHERE key = ?", arguments: [key])
    }
  }
}

extension User {
  /// Reads the columns `id`, `name`, and `isAdministrator`.
  fileprivate init(_ row: Row) { self.init(id: row[0], name: row[1], isAdministrator: row[2]) }
}
