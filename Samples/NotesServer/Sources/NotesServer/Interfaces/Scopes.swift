import Crypto
import Foundation
import Hummingbird
import NIOCore
import Waymark

/// The time from a request to its response, as an object, because a request is large, and many functions pass it on.
final class PageRequest: RouteScope {
  let request: Request  // With its whole body.
  let session: StoredSession?  // Nil if it isn't open.
  /// The secret of the session's cookie, or of the visit before a log-in.
  let secret: SessionSecret
  let form: Form
  /// The address of the client, or its network, as the key of limits.
  let client: String
  let isSecure: Bool  // Whether browsers reach the site by HTTPS.
  /// Whether everybody may register, and not only the first account.
  let isRegistrationOpen: Bool
  /// The error of the form or of the storage, which a page shows with the text of the form.
  let failure: (any Error)?

  /// - Throws: An error with the status 401 for a visitor.
  var user: User {
    get throws {
      guard let user = session?.user else { throw HTTPError(.unauthorized, message: "Log in first.") }
      return user
    }
  }

  init(
    request: Request, session: StoredSession? = nil, secret: SessionSecret, form: Form = Form(),
    client: String = "", isSecure: Bool = false, isRegistrationOpen: Bool = true, failure: (any Error)? = nil
  ) {
    (self.request, self.session, self.secret, self.form) = (request, session, secret, form)
    (self.client, self.isSecure, self.failure) = (client, isSecure, failure)
    self.isRegistrationOpen = isRegistrationOpen
  }
}

extension RoutableService {
  /// The name of a service if it's the only one of its type, and nothing asks for it by name.
  static var own: Self { declared() }
}

/// The secret in a cookie, and the values derived from it.
struct SessionSecret: Sendable {
  let token: String  // The value of the cookie.
  /// The key of the session in the storage, which never sees the secret.
  let key: String

  /// The hidden field of each form of the session.
  var formToken: String { Self.digest("form", token) }

  init() { self.init(token: RandomID.make(bits: 198)) }

  /// Takes the value of a cookie, or returns nil if it can't be a secret.
  init?(cookie: String?) {
    guard let cookie, cookie.utf8.count == 33, cookie.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    self.init(token: cookie)
  }

  private init(token: String) {
    self.token = token
    key = Self.digest("key", token)
  }

  private static func digest(_ purpose: String, _ token: String) -> String {
    Data(SHA256.hash(data: Data((purpose + token).utf8))).base64ForURLs
  }

  /// Returns whether two secrets are equal, in a time that doesn't depend on their difference.
  static func areEqual(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    SHA256.hash(data: Data(left.utf8)) == SHA256.hash(data: Data(right.utf8))
  }
}

extension Cookie {
  init(_ name: String, _ secret: SessionSecret?, for seconds: Int, isSecure: Bool) {
    self.init(
      name: name, value: secret?.token ?? "", maxAge: secret == nil ? 0 : seconds, path: "/",
      secure: isSecure, httpOnly: true, sameSite: .lax)
  }
}

struct Form: Sendable {
  private(set) var values: [String: String] = [:]

  init() {}

  /// Reads plain fields with short names of small letters and hyphens.
  ///
  /// Hummingbird's decoder builds objects as deep as a name says, and long names take long to compare.
  init(_ body: ByteBuffer) throws {
    for field in body.readableBytesView.split(separator: UInt8(ascii: "&"), maxSplits: 63) {
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      let isKnown = name.allSatisfy {
        $0 == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
      guard isKnown, name.count <= Limits.key else { continue }
      let text = Self.text(field.dropFirst(name.count + 1))
      guard let text else { throw HTTPError(.badRequest, message: "The form can't be read.") }
      values[String(decoding: name, as: UTF8.self)] = text
    }
  }

  /// Returns the text of an encoded value, with `\n` at the end of lines, or nil if it has none.
  private static func text(_ value: ByteBufferView) -> String? {
    func digit(_ byte: UInt8?) -> UInt8? {
      byte.flatMap { Character(Unicode.Scalar($0)).hexDigitValue }.map(UInt8.init)
    }
    var (bytes, text) = (value.makeIterator(), [UInt8]())
    while var byte = bytes.next() {
      if byte == UInt8(ascii: "+") { byte = UInt8(ascii: " ") }
      if byte == UInt8(ascii: "%") {
        guard let high = digit(bytes.next()), let low = digit(bytes.next()) else { return nil }
        byte = high << 4 | low
      }
      if byte == UInt8(ascii: "\n"), text.last == UInt8(ascii: "\r") { text.removeLast() }
      text.append(byte)
    }
    return String(validating: text, as: UTF8.self)
  }

  /// The value of a field, or an empty string.
  subscript(name: String) -> String { values[name] ?? "" }

  /// Returns whether a field has a value, as bytes: comparing the characters of a long value would take long.
  func has(_ name: String, _ value: String) -> Bool { self[name].utf8.elementsEqual(value.utf8) }

  /// The fields that a person wrote, without passwords, for showing them again.
  var draft: [[String: String]] {
    ["Name", "Title", "Text"].map { ($0, self[$0.lowercased()]) }.filter { !$1.isEmpty }.map {
      ["name": $0, "text": $1]
    }
  }
}
