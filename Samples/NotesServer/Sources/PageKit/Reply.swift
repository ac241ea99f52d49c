import Foundation
import HTTPTypes

/// A response to a client.
public struct Reply: Sendable {
  /// The status.
  public var status: HTTPResponse.Status
  /// The header fields.
  public var fields: HTTPFields
  /// The body.
  public var body: [UInt8]

  /// Creates a response.
  public init(_ status: HTTPResponse.Status = .ok, fields: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// Creates a response with a text.
  public init(_ status: HTTPResponse.Status = .ok, _ text: String, type: String) {
    self.init(status, fields: [.contentType: type], body: Array(text.utf8))
  }

  /// Returns a response that sends the browser to another page, to be requested by GET.
  public static func redirect(to link: String) -> Reply { Reply(.seeOther, fields: [.location: link]) }

  /// Returns a response with a value as JSON.
  ///
  /// Dates are in the format of ISO 8601.
  public static func json(_ status: HTTPResponse.Status = .ok, _ value: some Encodable) throws -> Reply {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return Reply(
      status, fields: [.contentType: "application/json"], body: Array(try encoder.encode(value)))
  }
}
