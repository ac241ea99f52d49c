import Foundation
import ServerInterfaces

struct AddAccount: RemoteCall {
  static let isIdempotent = false
  let name: String
  let passwordHash: String

  func perform(on storages: Storages) async throws -> User {
    try await storages.accounts.addAccount(name: name, passwordHash: passwordHash)
  }
}

struct FindCredentials: RemoteCall {
  let name: String

  func perform(on storages: Storages) async throws -> Credentials? {
    try await storages.accounts.credentials(name: name)
  }
}

struct ListUsers: RemoteCall {
  func perform(on storages: Storages) async throws -> [User] { try await storages.accounts.users() }
}

struct OpenSession: RemoteCall {
  let key: String
  let user: String
  let expiry: Date

  func perform(on storages: Storages) async throws -> Done {
    try await storages.accounts.openSession(key: key, user: user, until: expiry)
    return Done()
  }
}

struct FindSession: RemoteCall {
  let key: String

  func perform(on storages: Storages) async throws -> StoredSession? {
    try await storages.accounts.session(key: key)
  }
}

struct CloseSession: RemoteCall {
  let key: String

  func perform(on storages: Storages) async throws -> Done {
    try await storages.accounts.closeSession(key: key)
    return Done()
  }
}
