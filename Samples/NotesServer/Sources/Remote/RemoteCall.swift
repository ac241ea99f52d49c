import ServerInterfaces

/// One function of a storage as a message: the caller sends it as JSON, and the other side performs it.
protocol RemoteCall: Codable, Sendable {
  associatedtype Answer: Codable & Sendable

  /// The name of the method.
  static var name: String { get }
  /// Whether performing the call twice has the same result as performing it once, so that it may be sent again.
  static var isIdempotent: Bool { get }
  /// Performs the call.
  func perform(on storages: Storages) async throws -> Answer
}

extension RemoteCall {
  static var name: String { "\(Self.self)" }
  static var isIdempotent: Bool { true }
}

/// The answer of a function that returns nothing.
struct Done: Codable, Sendable {}

/// The storages of a process.
struct Storages: Sendable {
  let accounts: any AccountStorage
  let notes: any NoteStorage
  let search: any SearchIndex
  let shares: any ShareStorage
}

/// What the other side returns: an answer, or the reason why there's none.
enum Outcome<Answer: Codable & Sendable>: Codable, Sendable {
  case answer(Answer)
  case problem(StorageProblem)
}
