import Foundation
import ServerInterfaces
import Synchronization

/// Accounts and sessions in memory.
final class MemoryAccounts: AccountStorage {
  private struct State {
    var accounts: [Credentials] = []
    var sessions: [String: String] = [:]
  }

  private let state = Mutex(State())

  /// The keys of the open sessions.
  var sessions: [String] { state.withLock { Array($0.sessions.keys) } }

  func addAccount(name: String, passwordHash: String) throws -> User {
    try state.withLock { state in
      guard !state.accounts.contains(where: { $0.user.name == name }) else {
        throw StorageProblem.nameTaken(name)
      }
      let user = User(id: "id-\(name)", name: name, isAdministrator: state.accounts.isEmpty)
      state.accounts.append(Credentials(user: user, passwordHash: passwordHash))
      return user
    }
  }

  func credentials(name: String) -> Credentials? {
    state.withLock { $0.accounts.first { $0.user.name == name } }
  }

  func users() -> [User] { state.withLock { $0.accounts.map(\.user) } }

  func openSession(key: String, user: String, until expiry: Date) {
    state.withLock { $0.sessions[key] = user }
  }

  func session(key: String) -> StoredSession? {
    state.withLock { state in
      guard let user = state.sessions[key] else { return nil }
      return state.accounts.first { $0.user.id == user }.map { StoredSession(user: $0.user, revision: 0) }
    }
  }

  func closeSession(key: String) { state.withLock { _ = $0.sessions.removeValue(forKey: key) } }
}
