import Foundation
import ServerInterfaces

/// Accounts and sessions of another process.
package struct RemoteAccounts: AccountStorage {
  let connection: StorageConnection

  package init(connection: StorageConnection) { self.connection = connection }

  package func addAccount(name: String, passwordHash: String) async throws -> User {
    try await connection.perform(AddAccount(name: name, passwordHash: passwordHash))
  }
  package func credentials(name: String) async throws -> Credentials? {
    try await connection.perform(FindCredentials(name: name))
  }
  package func users() async throws -> [User] { try await connection.perform(ListUsers()) }
  package func openSession(key: String, user: String, until expiry: Date) async throws {
    _ = try await connection.perform(OpenSession(key: key, user: user, expiry: expiry))
  }
  package func session(key: String) async throws -> StoredSession? {
    try await connection.perform(FindSession(key: key))
  }
  package func closeSession(key: String) async throws {
    _ = try await connection.perform(CloseSession(key: key))
  }
}
