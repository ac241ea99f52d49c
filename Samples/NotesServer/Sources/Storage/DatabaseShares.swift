import GRDB
import ServerInterfaces

/// Shared notes in the database.
struct DatabaseShares: ShareStorage {
  static let migration = Migration("sharing") { database in
    try database.execute(
      sql: """
        CREATE TABLE share (
          token TEXT PRIMARY KEY NOT NULL, note TEXT NOT NULL UNIQUE REFERENCES note (id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """)
  }

  private let database: NotesDatabase

  init(database: NotesDatabase) { self.database = database }

  func share(note: String, of user: String) async throws -> Share {
    try await database.pool.write { database in
      let title = try DatabaseNotes.note(id: note, of: user, in: database).title
      if let token = try String.fetchOne(
        database, sql: "SELECT token FROM share WHERE note = ?", arguments: [note])
      {
        return Share(token: token, note: note, title: title)
      }
      let share = Share(token: RandomID.make(bits: 192), note: note, title: title)
      try database.execute(
        sql: "INSERT INTO share (token, note) VALUES (?, ?)", arguments: [share.token, note])
      return share
    }
  }

  func unshare(note: String, of user: String) async throws {
    try await database.pool.write { database in
      _ = try DatabaseNotes.note(id: note, of: user, in: database)
      try database.execute(sql: "DELETE FROM share WHERE note = ?", arguments: [note])
    }
  }

  func shares(of user: String) async throws -> [Share] {
    try await database.pool.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT share.token, note.id, note.title FROM share JOIN note ON note.id = share.note
          WHERE note.user = ? ORDER BY note.title, note.number
          """,
        arguments: [user]
      ).map { Share(token: $0[0], note: $0[1], title: $0[2]) }
    }
  }

  func sharedNote(token: String) async throws -> SharedNote {
    try await database.pool.read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT note.id, note.folder, note.title, note.text, note.version, note.changed, user.name
          FROM share JOIN note ON note.id = share.note JOIN user ON user.id = note.user WHERE share.token = ?
          """,
        arguments: [token])
      guard let row else { throw StorageProblem.missing }
      return SharedNote(note: Note(row), owner: row[6])
    }
  }
}
