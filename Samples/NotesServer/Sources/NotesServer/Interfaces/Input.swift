import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import Waymark

/// The maximum sizes of input, in bytes of UTF-8.
enum Limits {
  /// A form has six bytes for the end of a line (`%0D%0A`), and JSON may have as many for a character.
  static let body = 6 * text + 16 * 1024
  /// The body of a visitor's request, who writes no notes.
  static let visit = 16 * 1024
  static let target = 4096
  static let title = 600
  static let text = 200_000
  static let name = 120
  static let words = 600
  /// A key in JSON, and the name of a field of a form.
  static let key = 64
  static let password = 8...1000
  /// The number of notes on one page.
  static let page = 20
  /// The number of words that a search looks for.
  static let wordCount = 8
  /// The number of notes that a search counts.
  static let counted = 1000

  /// Returns a title or a name without surrounding spaces, or throws an error with the status 422.
  static func line(_ line: String, _ what: String, _ limit: Int) throws -> String {
    try HTTPError.check(line.utf8.count <= limit, "The \(what) has more than \(limit) bytes.")
    let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
    let shown = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
    // U+2800 is a pattern of Braille without dots.
    let isVisible = shown.contains {
      !$0.properties.isDefaultIgnorableCodePoint && !$0.properties.isWhitespace && $0 != "\u{2800}"
    }
    try HTTPError.check(isVisible, "The \(what) is empty.")
    try HTTPError.check(
      shown.count == line.unicodeScalars.count, "The \(what) has characters that can't be shown.")
    return line
  }

  /// Returns a name without invisible characters, in the only form of its letters and spaces, or throws an error.
  static func label(_ name: String) throws -> String {
    // Normalizing takes a time that grows with the square of the length.
    try HTTPError.check(name.utf8.count <= Limits.name, "The name has more than \(Limits.name) bytes.")
    let name = try line(normalized(name), "name", Limits.name)
    let isSeen = name.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      // An emoji may have two of these characters.
      return ["\u{200D}", "\u{FE0F}"].contains(scalar)
        || !properties.isDefaultIgnorableCodePoint
          && ![.format, .privateUse, .unassigned].contains(properties.generalCategory)
    }
    try HTTPError.check(isSeen, "The name has characters that can't be seen.")
    return name
  }

  /// Returns the name of a new account, which has letters of one script, or throws an error.
  static func name(_ name: String) throws -> String {
    let name = try label(name)
    let letters = name.unicodeScalars.filter { !"0123456789 -.'_".unicodeScalars.contains($0) }
    let scripts = Set(letters.map(script)).subtracting(["COMBINING"])
    try HTTPError.check(
      name.first.map { $0.isLetter || $0.isNumber } == true && scripts.count <= 1 && !scripts.contains(nil),
      "A name has letters of one script, digits, spaces, and - . ' _ only. It begins with a letter or a digit."
    )
    return name
  }

  /// Returns the script at the start of a letter's or a mark's name in Unicode, or nil for other characters.
  private static func script(of scalar: Unicode.Scalar) -> String? {
    let properties = scalar.properties
    let isMark = [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
    guard isMark || properties.isAlphabetic, !properties.isDefaultIgnorableCodePoint else { return nil }
    let script = properties.name?.prefix(while: \.isLetter) ?? ""
    // The letters for phonetics and clicks look like others.
    let isUsual = scalar.value < 0x250 || (0x1E00...0x1EFF).contains(scalar.value)
    if script == "LATIN", !properties.isCased || !isUsual { return nil }
    return ["HIRAGANA", "KATAKANA"].contains(script) ? "CJK" : String(script)
  }

  /// Returns a name in the form NFKC, with single spaces.
  static func normalized(_ name: String) -> String {
    name.precomposedStringWithCompatibilityMapping.split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }

  static func check(password: String) throws {
    try HTTPError.check(
      password.utf8.count <= Limits.password.upperBound && password.count >= Limits.password.lowerBound,
      "A password has at least 8 characters, and at most 1000 bytes.")
  }
}

/// Limits the frequency of something for each key in this process: `burst` times at once, then `rate` times a second.
final class RateLimiter: Sendable {
  /// The time after which a key may be taken once more.
  private let interval: Duration
  private let burst: Int
  private let capacity: Int
  /// The times when the keys may be taken `burst` times again.
  private let times = Mutex<[String: ContinuousClock.Instant]>([:])

  /// Creates a limiter that forgets the keys that were taken least when it has more keys than its capacity.
  init(perSecond rate: Double, burst: Int, capacity: Int = 10_000) {
    (interval, self.burst, self.capacity) = (.seconds(1) / rate, burst, capacity)
  }

  /// Creates a limiter that allows something `burst` times at once, and a fifteenth of it each second.
  convenience init(burst: Int) { self.init(perSecond: Double(burst) / 15, burst: burst) }

  /// Takes a key once, or throws an error with the status 429.
  func take(_ key: String, for what: String) throws {
    guard let seconds = take(key) else { return }
    throw HTTPError(.tooManyRequests, message: "Too many \(what). Try again in \(seconds) seconds.")
  }

  /// Takes a key once, or returns the number of seconds after which to try again.
  func take(_ key: String, at now: ContinuousClock.Instant = .now) -> Int? {
    times.withLock { times in
      let time = max(times[key] ?? now, now) + interval
      let wait = (time - now) - interval * burst
      guard wait <= .zero else { return Int((wait / .seconds(1)).rounded(.up)) }
      times[key] = time
      if times.count > capacity {
        for (key, _) in times.sorted(by: { $0.value > $1.value }).dropFirst(capacity / 2) { times[key] = nil }
      }
      return nil
    }
  }
}

extension PageRequest {
  /// Returns the value of the JSON in the body, or throws an error with a status and a sentence.
  func json<Value: Decodable>(as type: Value.Type) async throws -> Value {
    try HTTPError.check(request.isJSON, "Send the value as application/json.", .unsupportedMediaType)
    let body = try await request.body.collect(upTo: Limits.body)
    let isKeyLong = Self.longestKey(inJSON: body.readableBytesView) > Limits.key
    try HTTPError.check(
      !isKeyLong, "The JSON can't be read: a key has more than \(Limits.key) bytes.", .badRequest)
    let reason: String
    do {
      return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    } catch DecodingError.keyNotFound(let key, _) { reason = "\"\(key.stringValue)\" is missing" } catch
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context)
    {
      reason = "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type"
    } catch { reason = "it isn't valid" }
    throw HTTPError(.badRequest, message: "The JSON can't be read: \(reason).")
  }

  /// Returns the bytes of the longest key of an object.
  ///
  /// A decoder compares keys as characters. That takes long for long keys.
  private static func longestKey(inJSON bytes: ByteBufferView) -> Int {
    var (longest, length, isInString, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): (isInString, length) = (!isInString, isInString ? length : 0)
      case UInt8(ascii: ":") where !isInString: longest = max(longest, length)
      default: break
      }
      if isInString { length += 1 }
    }
    return longest
  }
}

extension Request {
  /// Whether the body is JSON.
  var isJSON: Bool { self[.contentType, hasPrefix: "application/json"] }

  /// Whether the value of a field begins with a text, as bytes.
  subscript(field: HTTPField.Name, hasPrefix prefix: String) -> Bool {
    headers[field]?.utf8.starts(with: prefix.utf8) == true
  }

  /// Returns the value of a cookie.
  ///
  /// Hummingbird would compare the names as characters.
  func cookie(_ name: String) -> String? {
    for field in headers[values: .cookie] {
      for cookie in field.utf8.split(separator: UInt8(ascii: ";")) {
        let cookie = cookie.drop { $0 == UInt8(ascii: " ") }
        let value = cookie.dropFirst(name.utf8.count)
        guard value.first == UInt8(ascii: "="), cookie.starts(with: name.utf8) else { continue }
        return String(Substring(value.dropFirst()))
      }
    }
    return nil
  }
}

extension Response {
  static func text(
    _ text: String, _ type: String, _ status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) -> Response {
    let body = ResponseBody(byteBuffer: ByteBuffer(string: text))
    return Response(status: status, headers: [.contentType: type] + fields, body: body)
  }

  static func json(
    _ value: some Encodable, _ status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
  ) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    return .text(text, "application/json", status, fields: fields)
  }
}

extension HTTPField.Name {
  static let referrerPolicy = custom("Referrer-Policy")
  /// The field with the form's token for requests without a form.
  static let formToken = custom("X-Form-Token")
  static let forwardedFor = custom("X-Forwarded-For")

  private static func custom(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("\(name) isn't the name of a field") }
    return name
  }
}

extension HTTPError {
  static let missing = HTTPError(.notFound, message: "\(StorageProblem.missing)")

  /// Throws an error with a sentence for the client, unless a condition holds.
  static func check(
    _ condition: Bool, _ sentence: @autoclosure () -> String,
    _ status: HTTPResponse.Status = .unprocessableContent
  ) throws { if !condition { throw HTTPError(status, message: sentence()) } }

  /// Creates the problem as the client learns it, or nil for an unexpected error.
  init?(known error: any Error) {
    switch error {
    case let error as HTTPError: self = error
    case StorageProblem.missing: self = .missing
    case StorageProblem.unavailable: self.init(.serviceUnavailable, message: "\(error)")
    case StorageProblem.refused(let reason): self.init(.forbidden, message: reason)
    case is StorageProblem: self.init(.conflict, message: "\(error)")
    case is CancellationError: self.init(.serviceUnavailable, message: "The request was canceled.")
    case let error as any HTTPResponseError: self.init(error.status)
    case let error as RouteError:
      switch (error.underlying, error.code) {
      case (let underlying?, _): self.init(known: underlying)
      case (nil, .unknownURL), (nil, .malformedURL): self = .missing
      // Another request has just ended the session.
      case (nil, .scopeClosed): self.init(.unauthorized, message: "Log in first.")
      case (nil, .invalidParameter), (nil, .missingParameter):
        self.init(.badRequest, message: "The link isn't complete.")
      default: return nil
      }
    default: return nil
    }
  }
}
