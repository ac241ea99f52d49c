import CryptoExtras
import Dispatch
import Foundation
import Waymark

/// Accounts: registering, logging in and out, passwords, and sessions.
struct AccountsModule: RouteModule {
  var routes: Routes {
    Route(Member.init(session:)) {
      Service<Member>(.own)
      Scoped(to: Session.self)
    }
    Route({ PasswordHasher() }) {
      Service<PasswordHasher>(.own)
      Singleton()
    }
    Route({ RateLimiter(perSecond: 0.2, burst: 10) }) {
      Service<RateLimiter>(.own)
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
struct PasswordHasher: Sendable {
  /// The number of rounds, a power of two, each of which takes 1 KiB of memory.
  var rounds = 16_384
  /// The number of times that the work is done.
  var passes = 5
  /// Derives a key from a password and a salt.
  var derive: @Sendable (_ password: String, _ salt: String, _ rounds: Int, _ passes: Int) throws -> String =
    scrypt
  private let queue = DispatchQueue(label: "PasswordHasher")

  /// Returns the hash of a password, with its salt and cost.
  func hash(_ password: String) async throws -> String {
    let salt = RandomID.make(bits: 132)
    return "scrypt$\(rounds)$\(passes)$\(salt)$\(try await key(password, salt, rounds, passes))"
  }

  /// Returns whether a password has a hash.
  ///
  /// Without a hash it takes as long, so that the time doesn't tell whether an account exists.
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
    try await withCheckedThrowingContinuation { continuation in
      queue.async { [derive] in
        continuation.resume(with: Result { try derive(password, salt, rounds, passes) })
      }
    }
  }

  static func scrypt(_ password: String, _ salt: String, _ rounds: Int, _ passes: Int) throws -> String {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8), salt: Array(salt.utf8), outputByteCount: 32, rounds: rounds, blockSize: 8,
      parallelism: passes)
    return key.withUnsafeBytes { Data($0).base64EncodedString() }
  }
}
