import Foundation

/// A meeting that takes place again and again, with what was said.
struct Meeting: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var title: String
  var attendees: [String]
  var seconds: Int
  var transcripts: [Transcript] = []

  var secondsPerAttendee: Int { seconds / attendees.count }
}

struct Transcript: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  let date: Date
  let text: String
}

extension AsyncThrowingStream where Failure == any Error {
  /// Returns a stream that ends at once.
  static func finished(throwing error: (any Error)? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
