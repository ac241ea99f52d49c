import Foundation
import GRDB
import Waymark

/// The folder in which the database is.
public struct DataFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Takes a folder, which is created when the database is opened.
  public init(_ url: URL) { self.url = url }
}

/// A change of the database's structure, which is made once.
public struct Migration: Sendable {
  let name: String
  let migrate: @Sendable (Database) throws -> Void

  init(_ name: String, _ migrate: @escaping @Sendable (Database) throws -> Void) {
    self.name = name
    self.migrate = migrate
  }
}

extension RoutableService<DataFolder> {
  /// The folder in which the database is.
  public static var dataFolder: Self { declared() }
}
extension RoutableServices<Migration> {
  /// The changes of the database's structure, in order.
  public static var migrations: Self { declared() }
}
extension RoutableService<NotesDatabase> { static var database: Self { declared() } }

/// The open database: SQLite with a write-ahead log, which several processes of one machine may share.
package final class NotesDatabase: Sendable {
  let pool: DatabasePool

  private init(_ pool: DatabasePool) { self.pool = pool }

  /// Opens the database, creating it if there's none, and brings its structure up to date.
  @concurrent
  package static func open(_ folder: DataFolder, _ migrations: [Migration]) async throws -> NotesDatabase {
    try FileManager.default.createDirectory(
      at: folder.url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = 4
    let pool = try DatabasePool(
      path: folder.url.appending(path: "notes.sqlite").path, configuration: configuration)
    // A note that was confirmed is on the disk, whatever happens to the machine. The pool itself has just chosen NORMAL
    // for the one connection that writes.
    try await pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    var migrator = DatabaseMigrator()
    for migration in migrations {
      migrator.registerMigration(migration.name) { try migration.migrate($0) }
    }
    try migrator.migrate(pool)
    return NotesDatabase(pool)
  }

  func close() throws { try pool.close() }
}
