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
    // A note is on the disk before it's confirmed. The pool itself has just chosen NORMAL for its writing connection.
    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    try migrator.migrate(pool)
    return NotesDatabase(pool)
  }

  func close() throws { try pool.close() }

  @discardableResult func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    do {
      if Call.isChange { return try await pool.write { try call.perform(in: $0) } }
      return try await pool.read { try call.perform(in: $0) }
    } catch let error as DatabaseError {
      if let name = call.uniqueName, error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
        throw StorageProblem.nameTaken(name)
      }
      // The detail has no SQL, which contains values.
      throw StorageProblem.unavailable("database: \(error.extendedResultCode)")
    }
  }
}

extension NotesDatabase {
  /// The changes of the database's structure, each of which a database makes once.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("accounts") { try $0.execute(sql: accountsSchema) }
    migrator.registerMigration("notes") { try $0.execute(sql: notesSchema) }
    migrator.registerMigration("sharing") { try $0.execute(sql: sharingSchema) }
    migrator.registerMigration("pins and deletion") { try $0.execute(sql: pinsSchema) }
    migrator.registerMigration("words of each user") { try WordIndex.create(in: $0) }
    migrator.registerMigration("health") {
      try $0.execute(sql: "CREATE TABLE health (time REAL NOT NULL); INSERT INTO health VALUES (0)")
    }
    return migrator
  }

  private static let accountsSchema = """
    CREATE TABLE user (
      id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE COLLATE NOCASE, passwordHash TEXT NOT NULL,
      isAdministrator INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE session (
      key TEXT PRIMARY KEY NOT NULL, user TEXT NOT NULL REFERENCES user ON DELETE CASCADE,
      expiry REAL NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX sessionExpiry ON session (expiry);
    """
  private static let notesSchema = """
    CREATE TABLE folder (
      id TEXT PRIMARY KEY NOT NULL, user TEXT NOT NULL REFERENCES user ON DELETE CASCADE,
      name TEXT NOT NULL COLLATE NOCASE, UNIQUE (user, name)) STRICT;
    CREATE TABLE note (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
      user TEXT NOT NULL REFERENCES user ON DELETE CASCADE,
      folder TEXT REFERENCES folder ON DELETE SET NULL, title TEXT NOT NULL, text TEXT NOT NULL,
      version INTEGER NOT NULL, changed REAL NOT NULL) STRICT;
    CREATE INDEX noteOfUser ON note (user, changed);
    CREATE INDEX noteOfFolder ON note (folder, changed);
    """
  private static let sharingSchema = """
    CREATE TABLE share (
      token TEXT PRIMARY KEY NOT NULL, note TEXT NOT NULL UNIQUE REFERENCES note (id) ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;
    """
  private static let pinsSchema = """
    ALTER TABLE note ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE note ADD COLUMN deleted REAL;
    DROP INDEX noteOfUser;
    DROP INDEX noteOfFolder;
    CREATE INDEX noteByChange ON note (user, pinned, changed) WHERE deleted IS NULL;
    CREATE INDEX noteByTitle ON note (user, pinned DESC, title COLLATE NOCASE) WHERE deleted IS NULL;
    CREATE INDEX noteOfFolder ON note (folder, pinned, changed) WHERE deleted IS NULL;
    CREATE INDEX noteDeleted ON note (deleted) WHERE deleted IS NOT NULL;
    """
}

/// The storage on a database of this process.
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
