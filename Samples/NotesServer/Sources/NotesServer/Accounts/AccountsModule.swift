import CryptoExtras
import Dispatch
import Foundation
import Hummingbird
import Synchronization
import Waymark

struct AccountsModule: RouteModule {
  var routes: Routes {
    Route({ PasswordHasher() }) {
      Service<PasswordHasher>(.own)
      Singleton()
    }
    Route({ LogInLimiter() }) {
      Service<LogInLimiter>(.own)
      Singleton()
    }
    Route(AccountPages.init(storage:hasher:limiter:pages:)) { Service<AccountPages>(.own) }
    Serves("/", get: AccountPages.home)
    Serves("/login?next=\(\.next)", to: .everybody, get: AccountPages.logInForm, form: AccountPages.logIn)
    Serves("/register", to: .everybody, get: AccountPages.registrationForm, form: AccountPages.register)
    Serves("/logout", post: AccountPages.logOut)
    Serves("/account", get: AccountPages.account, form: AccountPages.changePassword)
    Serves("/account/sessions", post: AccountPages.endSessions)
    Serves("/api/session", to: .everybody, post: AccountPages.openSession, delete: AccountPages.closeSession)
  }
}

/// Hashes passwords with scrypt (RFC 7914), one at a time, so that log-ins take neither all processors nor all memory.
final class PasswordHasher: Sendable {
  let rounds, passes, capacity: Int
  /// The number of derived keys.
  let derived = Atomic(0)
  private let waiting = Atomic(0)
  private let queue = DispatchQueue(label: "PasswordHasher")

  /// Creates a hasher that takes 1 KiB for each of the rounds, a power of two, and refuses passwords if too many wait.
  init(rounds: Int = 16_384, passes: Int = 5, capacity: Int = 32) {
    (self.rounds, self.passes, self.capacity) = (rounds, passes, capacity)
  }

  func hash(_ password: String) async throws -> String {  // With its salt and cost.
    let salt = RandomID.make(bits: 132)
    return "scrypt$\(rounds)$\(passes)$\(salt)$\(try await key(password, salt, rounds, passes))"
  }

  /// Returns whether a password has a hash, after the same time if there's none: it doesn't tell which accounts exist.
  func matches(_ password: String, _ hash: String?) async throws -> Bool {
    let parts = hash?.split(separator: "$") ?? []
    guard parts.count == 5, parts[0] == "scrypt", let rounds = Int(parts[1]), let passes = Int(parts[2])
    else {
      _ = try await self.hash(password)
      return false
    }
    let key = try await key(password, String(parts[3]), rounds, passes)
    return Data(key.utf8).elementsEqual(Data(parts[4].utf8))
  }

  private func key(_ password: String, _ salt: String, _ rounds: Int, _ passes: Int) async throws -> String {
    defer { waiting.subtract(1, ordering: .relaxed) }
    guard waiting.add(1, ordering: .relaxed).newValue <= capacity else {
      throw HTTPError(.serviceUnavailable, message: "Too many people log in. Try again in a few seconds.")
    }
    derived.add(1, ordering: .relaxed)
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        let key = Result {
          try KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: Array(salt.utf8), outputByteCount: 32, rounds: rounds,
            blockSize: 8, parallelism: passes)
        }
        continuation.resume(with: key.map { $0.withUnsafeBytes { Data($0).base64EncodedString() } })
      }
    }
  }
}
