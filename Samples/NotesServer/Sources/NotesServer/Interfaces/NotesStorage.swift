import GRDB
import Waymark

/// The storage of accounts, notes, and shares: a database of this process, or the storage of another process.
protocol NotesStorage: Sendable {
  /// Performs a call.
  ///
  /// - Throws: `StorageProblem`.
  @discardableResult func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer
}

/// One function of the storage, as a value that can be sent to another process.
protocol StorageCall: Codable, Sendable {
  associatedtype Answer: Codable, Sendable
  /// Whether the call changes the database.
  static var isChange: Bool { get }
  /// Whether performing the call twice has the same result as performing it once, so that it may be sent again.
  static var isIdempotent: Bool { get }
  /// The name that has to be unique, if any.
  var uniqueName: String? { get }
  /// Performs the call, in a transaction.
  func perform(in database: Database) throws -> Answer
}

extension StorageCall {
  static var isChange: Bool { false }
  static var isIdempotent: Bool { true }
  static var name: String { "\(Self.self)" }
  var uniqueName: String? { nil }
}

/// The answer of a call that returns nothing.
struct Done: Codable, Sendable {}

/// A call that changes the database, and returns nothing.
protocol StorageChange: StorageCall where Answer == Done { func change(_ database: Database) throws }

extension StorageChange {
  static var isChange: Bool { true }

  func perform(in database: Database) throws -> Done {
    try change(database)
    return Done()
  }
}

/// A reason why the storage refused a call.
enum StorageProblem: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// It doesn't exist, or belongs to somebody else. Nothing tells the two apart.
  case missing
  /// Another account or folder has the name.
  case nameTaken(String)
  /// Somebody else saved the note since it was read.
  case conflict
  /// The storage failed, or didn't answer in time. The detail is for the log only.
  case unavailable(String)

  var description: String {
    switch self {
    case .missing: "There is no such page, or it isn't yours."
    case .nameTaken(let name): "The name \"\(name)\" is taken."
    case .conflict: "The note was changed in the meantime."
    case .unavailable: "The notes can't be reached at the moment. Try again in a minute."
    }
  }
}

/// A part of the application that can check itself.
struct HealthCheck: Sendable {
  let name: String
  /// Checks the part, and returns a detail for administrators.
  let check: @Sendable () async throws -> String
}

extension RoutableService<any NotesStorage> { static var storage: Self { declared() } }
extension RoutableServices<HealthCheck> { static var healthChecks: Self { declared() } }
