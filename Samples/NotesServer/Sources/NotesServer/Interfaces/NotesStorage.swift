import Crypto
import Foundation
import GRDB
import Waymark

/// The storage of accounts, notes, and shares: a database of this process, or the storage of another process.
protocol NotesStorage: Sendable {
  @discardableResult func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer
}

/// One function of the storage, as a value that can be sent to another process.
protocol StorageCall: Codable, Sendable {
  associatedtype Answer: Codable, Sendable
  static var isChange: Bool { get }
  /// Whether performing the call twice has the same result as performing it once, so that it may be sent again.
  static var isIdempotent: Bool { get }
  var uniqueName: String? { get }  // The name that has to be unique, if any.
  /// Does the work that needs no database, before the transaction.
  mutating func prepare()
  func perform(in database: Database) throws -> Answer  // In a transaction.
}

extension StorageCall {
  static var isChange: Bool { false }
  static var isIdempotent: Bool { true }
  static var name: String { "\(Self.self)" }
  var uniqueName: String? { nil }
  func prepare() {}
}

struct Done: Codable, Sendable {}  // The answer of a call that returns nothing.

/// A call that changes the database, and returns nothing.
protocol StorageChange: StorageCall where Answer == Done { func change(_ database: Database) throws }

extension StorageChange {
  static var isChange: Bool { true }

  func perform(in database: Database) throws -> Done {
    try change(database)
    return Done()
  }
}

enum StorageProblem: Error, Codable, Hashable, Sendable, CustomStringConvertible {
  /// It doesn't exist, or belongs to somebody else. Nothing tells the two apart.
  case missing
  case nameTaken(String)
  /// Somebody else saved the note since it was read.
  case conflict
  /// An account can't do that, for the reason in a sentence for its user.
  case refused(String)
  /// The storage failed, or didn't answer in time. The detail is for the log only.
  case unavailable(String)

  static let closed = Self.refused("Registration is closed. Ask the administrator for an account.")
  static let wrongPassword = Self.refused("The name or the password is wrong.")

  var description: String {
    switch self {
    case .missing: "There is no such page, or it isn't yours."
    case .nameTaken(let name): "The name \"\(name)\" is taken."
    case .conflict: "The note was changed in the meantime."
    case .refused(let reason): reason
    case .unavailable: "The notes can't be reached at the moment. Try again in a minute."
    }
  }
}

/// A check that a storage answers, and that its database can be written.
struct HealthCheck: Sendable {
  let name: String
  let storage: any NotesStorage

  func check() async throws -> String {
    let start = ContinuousClock.now
    let free = try await storage.perform(CheckDatabase())
    return "\(free) MB free, answered in \(Int((ContinuousClock.now - start) / .milliseconds(1))) ms"
  }
}

extension RoutableService<any NotesStorage> { static var storage: Self { declared() } }
extension RoutableServices<HealthCheck> { static var healthChecks: Self { declared() } }

struct User: Codable, Hashable, Sendable, Identifiable {
  let id, name: String
  let isAdministrator: Bool
}

struct Credentials: Codable, Hashable, Sendable {
  let user: User
  let passwordHash: String
}

struct StoredSession: Codable, Hashable, Sendable {
  let user: User
  /// A number that grows with each change of the user's notes.
  let revision: Int
}

struct Note: Codable, Hashable, Sendable, Identifiable {
  var id = RandomID.make()
  var folder: String?  // Nil for a note outside of folders.
  var title = ""
  var text = ""
  var isPinned = false
  /// The number of times the note was saved, which saving it again requires.
  var version = 0
  var changed = Date(timeIntervalSince1970: 0)
}

/// A note in a list: with an excerpt instead of its text.
struct NoteSummary: Codable, Hashable, Sendable, Identifiable {
  let id, title: String
  /// The beginning of the text, or the part with the words of a search.
  var excerpt: String
  var isPinned = false
  let changed: Date
}

struct NoteList: Codable, Hashable, Sendable {  // One page of a list.
  let notes: [NoteSummary]
  /// The number of notes on all pages.
  let total: Int
}

/// The order of a list, after its pinned notes.
enum NoteOrder: String, Codable, Sendable, CaseIterable { case changed, title }

struct Folder: Codable, Hashable, Sendable, Identifiable {
  let id, name: String
  let count: Int
}

/// A link that lets everybody who knows it read a note.
struct Share: Codable, Hashable, Sendable {
  let token: String
  let note, title: String
}

struct SharedNote: Codable, Hashable, Sendable {  // What a visitor reads through a link.
  let note: Note
  let owner: String
}

enum RandomID {
  /// Returns random characters of `A–Z a–z 0–9 - _` with 6 bits of entropy each.
  static func make(bits: Int = 132) -> String {
    let key = SymmetricKey(size: SymmetricKeySize(bitCount: (bits + 7) / 8 * 8))
    return String(key.withUnsafeBytes { Data($0).base64ForURLs.prefix((bits + 5) / 6) })
  }

  /// Returns whether a text may be an identifier of 132 bits.
  static func isOne(_ text: String) -> Bool {
    text.utf8.count == 22 && text.utf8.allSatisfy { isalnum(Int32($0)) != 0 || "-_".utf8.contains($0) }
  }
}

extension Data {
  /// The data in the alphabet of Base64 for URLs, without the padding.
  var base64ForURLs: String {
    // As bytes, because each request asks, and comparing characters takes much longer.
    let bytes = Array(base64EncodedString().utf8).prefix { $0 != UInt8(ascii: "=") }.map { byte in
      byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
