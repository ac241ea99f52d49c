import Foundation
import HTTPTypes
import Hummingbird
import Waymark

extension PageRequest {
  /// Reads a value from the JSON in the body.
  ///
  /// - Throws: An error with a status and a sentence.
  func json<Value: Decodable>(as type: Value.Type) async throws -> Value {
    guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
      throw HTTPError(.unsupportedMediaType, message: "Send the value as application/json.")
    }
    let body = try await request.body.collect(upTo: Limits.body)
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
}

extension Response {
  static func text(_ text: String, _ type: String, _ status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Returns a response with a value as JSON, with dates in the format of ISO 8601.
  static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return .text(String(decoding: try encoder.encode(value), as: UTF8.self), "application/json", status)
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
  /// The page doesn't exist, or belongs to somebody else.
  static let missing = HTTPError(.notFound, message: "\(StorageProblem.missing)")

  static func invalid(_ sentence: String) -> HTTPError { HTTPError(.unprocessableContent, message: sentence) }

  static func tooMany(_ what: String, _ seconds: Int) -> HTTPError {
    HTTPError(.tooManyRequests, message: "Too many \(what). Try again in \(seconds) seconds.")
  }

  /// Creates the problem as the client learns it, or nil for an unexpected error.
  init?(known error: any Error) {
    switch error {
    case let error as HTTPError: self = error
    case StorageProblem.missing: self = .missing
    case StorageProblem.unavailable: self.init(.serviceUnavailable, message: "\(error)")
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
