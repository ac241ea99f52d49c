import HTTPTypes
import Waymark

/// How cookies are set.
public struct CookiePolicy: Sendable {
  /// Whether browsers return the cookies by HTTPS only.
  public let isSecure: Bool

  /// Creates the policy.
  public init(isSecure: Bool) { self.isSecure = isSecure }

  /// Returns the value of a `Set-Cookie` field.
  ///
  /// Scripts can't read the cookie, and other sites' forms don't send it.
  ///
  /// - Parameters:
  ///   - name: The cookie.
  ///   - value: Its value; an empty one removes the cookie.
  ///   - seconds: The time that the browser keeps the cookie.
  public func field(_ name: CookieName, _ value: String, seconds: Int) -> String {
    "\(name.rawValue)=\(value); Path=/; Max-Age=\(value.isEmpty ? 0 : seconds); HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
  }
}

/// The cookies of the application.
public enum CookieName: String, Sendable {
  /// The secret of a log-in.
  case session
  /// The secret of a visit without a log-in.
  case visitor
}

extension Message {
  /// Returns the secret in a cookie, or nil if there's none.
  public func secret(_ name: CookieName) -> SessionSecret? {
    guard let cookies = fields[.cookie] else { return nil }
    for cookie in cookies.utf8.split(separator: UInt8(ascii: ";")) {
      let cookie = Substring(cookie).drop { $0 == " " }
      guard cookie.hasPrefix(name.rawValue), cookie.dropFirst(name.rawValue.count).first == "=" else {
        continue
      }
      return SessionSecret(cookie: cookie.dropFirst(name.rawValue.count + 1))
    }
    return nil
  }

  /// The secret of the log-in: that of the field `Authorization: Bearer …`, or else of the cookie.
  public var sessionSecret: SessionSecret? {
    if let authorization = fields[.authorization] {
      return authorization.hasPrefix("Bearer ") ? SessionSecret(cookie: authorization.dropFirst(7)) : nil
    }
    return secret(.session)
  }
}

extension RoutableService<CookiePolicy> {
  /// How cookies are set.
  public static var cookiePolicy: Self { declared() }
}
