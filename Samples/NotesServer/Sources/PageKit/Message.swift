import HTTPTypes

/// A request of a client, complete with its body.
public struct Message: Sendable {
  /// The method.
  public let method: HTTPRequest.Method
  /// The path with the query.
  public let target: String
  /// The header fields.
  public let fields: HTTPFields
  /// The body.
  public let body: [UInt8]
  /// The address of the client.
  public let client: String

  /// Creates a request.
  public init(
    _ method: HTTPRequest.Method = .get, _ target: String = "/", fields: HTTPFields = [:], body: [UInt8] = [],
    client: String = ""
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    self.client = client
  }

  /// The path without the query.
  public var path: Substring { target.prefix { $0 != "?" } }

  /// Whether the client wants JSON rather than a page.
  public var wantsJSON: Bool {
    fields[.accept]?.hasPrefix("application/json") == true
      || fields[.contentType]?.hasPrefix("application/json") == true
      || fields[.authorization] != nil
  }

  /// The fields of a form in the body, or none if the body is something else.
  public var form: Form {
    guard fields[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true else {
      return Form([])
    }
    return Form(body)
  }
}
