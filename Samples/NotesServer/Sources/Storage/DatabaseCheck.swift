import GRDB
import ServerInterfaces

/// Checks that the database can be read and has its structure.
struct DatabaseCheck: HealthCheck {
  let name = "database"
  private let database: NotesDatabase

  init(database: NotesDatabase) { self.database = database }

  func check() async throws -> String {
    try await database.pool.read { database in
      let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "unknown"
      let notes = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM note") ?? 0
      return "\(notes) notes; journal mode \(mode)"
    }
  }
}
