import Foundation
import GRDB
import Waymark

/// The storage in a database of this process: SQLite with a write-ahead log, which several processes may share.
final class NotesDatabase: NotesStorage {
  let pool: DatabasePool

  private init(_ pool: DatabasePool) { self.pool = pool }

  /// Opens the database, creating it if needed, and brings its structure up to date.
  @concurrent static func open(_ folder: URL) async throws -> NotesDatabase {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 4
    let pool = try DatabasePool(
      path: folder.appending(path: "notes.sqlite").path, configuration: configuration)
    // A note is on the disk before its confirmation. The pool itself has just chosen NORMAL for its writing connection.
    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try migrator.migrate(pool)
    return NotesDatabase(pool)
  }

  func close() throws { try pool.close() }

  @discardableResult func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    var prepared = call
    prepared.prepare()
    do {
      if Call.isChange { return try await pool.write { [prepared] in try prepared.perform(in: $0) } }
      return try await pool.read { [prepared] in try prepared.perform(in: $0) }
    } catch let error as DatabaseError {
      if let name = call.uniqueName, error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
        throw StorageProblem.nameTaken(name)
      }
      if error.extendedResultCode == .SQLITE_CONSTRAINT_TRIGGER, let reason = error.message {
        throw StorageProblem.refused(reason)
      }
      // The detail has no SQL, which contains values.
      throw StorageProblem.unavailable("database: \(error.extendedResultCode)")
    }
  }
}

extension NotesDatabase {
  /// The changes of the database's structure, one for each file of the folder Schema, made once in each database.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for name in [
      "accounts", "notes", "sharing", "pins and deletion", "words of each user", "health", "quotas", "views",
    ] {
      migrator.registerMigration(name) { database in
        let file = "Schema/\(name.replacing(" ", with: "-")).sql"
        let url = Bundle.module.bundleURL.appending(path: file)
        try database.execute(sql: String(contentsOf: url, encoding: .utf8))
      }
    }
    migrator.registerMigration("words and names in one form") { database in
      try WordIndex.rebuild(in: database)
      for user in try database.all("SELECT id, name FROM user") {
        let (id, name): (String, String) = (user[0], Limits.normalized(user[1]))
        try database.run("UPDATE OR IGNORE user SET name = ? WHERE id = ?", [name, id])
      }
    }
    migrator.registerMigration("words of deleted notes") { try WordIndex.rebuild(in: $0) }
    return migrator
  }
}

struct StorageModule: RouteModule, CustomStringConvertible {
  let folder: URL
  var description: String { folder.path }

  var routes: Routes {
    Route({ [folder] in try await NotesDatabase.open(folder) }) {
      Service(.storage)
      Singleton()
      Stopping { try $0.close() }
    }
    Route({ (storage: any NotesStorage) in HealthCheck(name: "database", storage: storage) }) {
      Contributes(to: .healthChecks, as: "database")
    }
  }
}

/// Writes into the database, and returns the megabytes that are free on its disk.
struct CheckDatabase: StorageCall {
  static let isChange = true

  func perform(in database: Database) throws -> Int {
    try database.run("UPDATE health SET time = ?", [Date().timeIntervalSince1970])
    let row = try database.first("SELECT file FROM pragma_database_list WHERE name = 'main'")
    let file: String = row?[0] ?? "/"
    let attributes = try FileManager.default.attributesOfFileSystem(
      forPath: URL(filePath: file).deletingLastPathComponent().path)
    let free = (attributes[.systemFreeSize] as? NSNumber)?.intValue ?? .max
    guard free > 1_000_000 else { throw StorageProblem.unavailable("the disk is full") }
    return free / 1_000_000
  }
}

extension Database {
  // GRDB keeps the statements of these functions.

  func all(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(try cachedStatement(sql: sql), arguments: arguments)
  }

  func first(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(try cachedStatement(sql: sql), arguments: arguments)
  }

  /// Executes a statement, and returns the number of changed rows.
  @discardableResult func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
    try cachedStatement(sql: sql).execute(arguments: arguments)
    return changesCount
  }
}
