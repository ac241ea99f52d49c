import Foundation
import HTTPTypes
import Hummingbird

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

  /// Returns the status and sentence for a form that can't be accepted.
  ///
  /// - Throws: The error itself if it isn't about the form.
  static func ofForm(_ error: any Error) throws -> HTTPError {
    switch error {
    case let error as HTTPError where error.status != .notFound: return error
    case StorageProblem.nameTaken, StorageProblem.conflict: return HTTPError(.conflict, message: "\(error)")
    case StorageProblem.unavailable: return HTTPError(.serviceUnavailable, message: "\(error)")
    default: throw error
    }
  }
}
