import Foundation
import HTTPTypes
import Hummingbird
import Waymark

/// The options of the web server.
package struct SiteSettings: Sendable {
  /// The addresses of the trusted proxies.
  ///
  /// Without a proxy, the list is empty.
  package var proxies: [String] = []
  /// Whether everybody may register.
  ///
  /// The first account can always be added.
  package var isRegistrationOpen = true
  /// The domain of the links that Apple's systems open in an application.
  package var domain = "notes.example"
  /// The identifiers of the applications that open these links.
  package var appIDs = ["ABCDE12345.org.example.Notes"]
  /// The number of changes that a client may make at once.
  ///
  /// A fifteenth of it is added each second.
  package var changes = 300
  /// The number of open connections.
  package var connections = 10_000
  /// The time for a request's body to arrive.
  package var bodyTimeout = Duration.seconds(30)

  /// Whether browsers reach the server by HTTPS.
  ///
  /// A proxy is expected to speak it.
  package var isSecure: Bool { !proxies.isEmpty }

  package init() {}
}

extension RoutableService<SiteSettings> {
  /// The options of the web server.
  package static var siteSettings: Self { declared() }
}

extension PageRequest {
  /// Reads a value from the JSON in the body.
  ///
  /// - Throws: An error with a status and a sentence.
  package func json<Value: Decodable>(as type: Value.Type) async throws -> Value {
    guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
      throw HTTPError(.unsupportedMediaType, message: "Send the value as application/json.")
    }
    let body = try await request.body.collect(upTo: Limits.body)
    do {
      return try JSONDecoder().decode(type, from: Data(body.readableBytesView))
    } catch DecodingError.keyNotFound(let key, _) {
      throw HTTPError(.badRequest, message: "The JSON can't be read: \"\(key.stringValue)\" is missing.")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw HTTPError(.badRequest, message: "The JSON can't be read: \"\(path)\" has the wrong type.")
    } catch {
      throw HTTPError(.badRequest, message: "The JSON can't be read: it isn't valid.")
    }
  }
}

extension Response {
  /// Returns a response with a value as JSON.
  ///
  /// Dates are in the format of ISO 8601.
  package static func json(_ value: some Encodable, _ status: HTTPResponse.Status = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return Response(
      status: status, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value))))
  }
}

extension HTTPField.Name {
  /// The field that says which pages learn the link by which they were reached.
  package static var referrerPolicy: Self { custom("Referrer-Policy") }
  /// The field with the form's token for requests without a form.
  package static var formToken: Self { custom("X-Form-Token") }
  /// The field with the client's address, written by a proxy.
  package static var forwardedFor: Self { custom("X-Forwarded-For") }

  private static func custom(_ name: String) -> Self {
    guard let name = Self(name) else { preconditionFailure("\(name) isn't the name of a field") }
    return name
  }
}
