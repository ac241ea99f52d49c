import Crypto
import Foundation
import ServerInterfaces

/// The secret in a cookie, and what's derived from it.
public struct SessionSecret: Sendable {
  /// What the cookie contains.
  public let token: String

  /// Creates a new secret.
  public init() { token = RandomID.make(bits: 198) }

  /// Takes the secret of a cookie, or returns nil if it can't be one.
  public init?(cookie: some StringProtocol) {
    guard cookie.utf8.count == 33, cookie.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    token = String(cookie)
  }

  /// What the storage keeps instead of the secret.
  public var key: String { digest("key") }

  /// What each form of the session contains.
  public var formToken: String { digest("form") }

  private func digest(_ purpose: String) -> String {
    var hash = SHA256()
    hash.update(data: Data(purpose.utf8))
    hash.update(data: Data(token.utf8))
    return Data(hash.finalize()).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Returns whether two secrets are equal, in a time that doesn't depend on where they differ.
  public static func areEqual(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
