/// Something that a URL leads to: it's made for one request, and answers it.
public protocol Endpoint: Sendable {
  /// Answers the request.
  func respond() async throws -> Reply
}
