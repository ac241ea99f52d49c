import Foundation
import ServerInterfaces

/// Accounts and sessions of another process.
struct RemoteAccounts: AccountStorage {
  let connection: StorageConnection

  func addAccount(name: String, passwordHash: String) async throws -> User {
    try await connection.perform(AddAccount(name: name, passwordHash: passwordHash))
  }
  func credentials(name: String) async throws -> Credentials? {
    try await connection.perform(FindCredentials(name: name))
  }
  func users() async throws -> [User] { try await connection.perform(ListUsers()) }
  func openSession(key: String, user: String, until expiry: Date) async throws {
    _ = try await connection.perform(OpenSession(key: key, user: user, expiry: expiry))
  }
  func session(key: String) async throws -> StoredSession? {
    try await connection.perform(FindSession(key: key))
  }
  func closeSession(key: String) async throws { _ = try await connection.perform(CloseSession(key: key)) }
}
