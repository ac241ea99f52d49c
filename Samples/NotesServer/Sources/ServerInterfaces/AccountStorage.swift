import Foundation
import Waymark

/// Keeps accounts and open sessions.
public protocol AccountStorage: Sendable {
  /// Adds an account. The first one of a storage is an administrator's.
  ///
  /// - Throws: `StorageProblem.nameTaken`.
  func addAccount(name: String, passwordHash: String) async throws -> User
  /// Returns the account with a name, or nil.
  func credentials(name: String) async throws -> Credentials?
  /// Returns all users, by name.
  func users() async throws -> [User]
  /// Keeps a session.
  ///
  /// - Parameter key: The hash of the session's secret. The secret itself isn't stored.
  func openSession(key: String, user: String, until expiry: Date) async throws
  /// Returns an open session that hasn't expired, or nil.
  func session(key: String) async throws -> StoredSession?
  /// Ends a session, if it's open.
  func closeSession(key: String) async throws
}

extension RoutableService<any AccountStorage> {
  /// The storage of accounts and sessions.
  public static var accountStorage: Self { declared() }
}
