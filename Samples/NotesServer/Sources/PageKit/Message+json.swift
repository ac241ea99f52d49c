import Foundation
import HTTPTypes

extension Message {
  /// Reads a value from the JSON in the body.
  ///
  /// - Throws: `PageProblem` that says what's wrong.
  public func json<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    guard fields[.contentType]?.hasPrefix("application/json") == true else {
      throw PageProblem(.unsupportedMediaType, "Send the value as application/json.")
    }
    do {
      return try JSONDecoder().decode(type, from: Data(body))
    } catch let error as DecodingError {
      throw PageProblem(.badRequest, "The JSON can't be read: \(error.sentence)")
    }
  }
}

extension DecodingError {
  /// What's wrong, and where.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, _): "\"\(key.stringValue)\" is missing."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the wrong type."
    default: "it isn't valid."
    }
  }
}
