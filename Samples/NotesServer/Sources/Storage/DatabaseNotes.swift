import Foundation
import GRDB
import ServerInterfaces

/// Folders and notes in the database.
package struct DatabaseNotes: NoteStorage {
  package static let migration = Migration("notes") { database in
    try database.execute(
      sql: """
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
        """)
  }

  private let database: NotesDatabase

  package init(database: NotesDatabase) { self.database = database }

  // MARK: - Folders

  package func folders(of user: String) async throws -> [Folder] {
    try await database.pool.read { database in
      let statement = try database.cachedStatement(
        sql: """
          SELECT id, name, (SELECT COUNT(*) FROM note WHERE note.folder = folder.id)
          FROM folder WHERE user = ? ORDER BY name
          """)
      return try Row.fetchAll(statement, arguments: [user])
        .map { Folder(id: $0[0], name: $0[1], count: $0[2]) }
    }
  }

  package func addFolder(name: String, of user: String) async throws -> Folder {
    let folder = Folder(id: RandomID.make(), name: name, count: 0)
    try await named(name) { database in
      try database.execute(
        sql: "INSERT INTO folder (id, user, name) VALUES (?, ?, ?)", arguments: [folder.id, user, name])
    }
    return folder
  }

  package func renameFolder(id: String, to name: String, of user: String) async throws {
    try await named(name) { database in
      try database.execute(
        sql: "UPDATE folder SET name = ? WHERE id = ? AND user = ?", arguments: [name, id, user])
      guard database.changesCount > 0 else { throw StorageProblem.missing }
    }
  }

  package func deleteFolder(id: String, of user: String) async throws {
    try await database.pool.write { database in
      try database.execute(sql: "DELETE FROM folder WHERE id = ? AND user = ?", arguments: [id, user])
    }
  }

  private func named(_ name: String, _ change: @escaping @Sendable (Database) throws -> Void) async throws {
    do {
      try await database.pool.write { try change($0) }
    } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
      throw StorageProblem.nameTaken(name)
    }
  }

  // MARK: - Notes

  package func notes(of user: String, folder: String?, limit: Int, offset: Int) async throws -> NoteList {
    try await database.pool.read { database in
      let condition = folder == nil ? "user = ?" : "user = ? AND folder = ?"
      let arguments: StatementArguments = folder.map { [user, $0] } ?? [user]
      let rows = try Row.fetchAll(
        try database.cachedStatement(
          sql: """
            SELECT id, title, substr(text, 1, 160), changed FROM note WHERE \(condition)
            ORDER BY changed DESC, number DESC LIMIT ? OFFSET ?
            """),
        arguments: arguments + [limit, offset])
      let total = try Int.fetchOne(
        try database.cachedStatement(sql: "SELECT COUNT(*) FROM note WHERE \(condition)"),
        arguments: arguments)
      return NoteList(notes: rows.map { NoteSummary($0) }, total: total ?? 0)
    }
  }

  package func note(id: String, of user: String) async throws -> Note {
    try await database.pool.read { try Self.note(id: id, of: user, in: $0) }
  }

  package func save(_ note: Note, of user: String) async throws -> Note {
    try await database.pool.write { database in
      var saved = note
      saved.version += 1
      saved.changed = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded() / 1000)
      if let folder = note.folder,
        try Row.fetchOne(
          database, sql: "SELECT 1 FROM folder WHERE id = ? AND user = ?", arguments: [folder, user]) == nil
      {
        saved.folder = nil
      }
      if note.version == 0 {
        try Self.insert(saved, of: user, in: database)
      } else {
        try Self.update(saved, of: user, in: database)
      }
      try database.execute(sql: "UPDATE user SET revision = revision + 1 WHERE id = ?", arguments: [user])
      return saved
    }
  }

  package func deleteNote(id: String, of user: String) async throws {
    try await database.pool.write { database in
      try database.execute(sql: "DELETE FROM note WHERE id = ? AND user = ?", arguments: [id, user])
      try database.execute(sql: "UPDATE user SET revision = revision + 1 WHERE id = ?", arguments: [user])
    }
  }

  static func note(id: String, of user: String, in database: Database) throws -> Note {
    let statement = try database.cachedStatement(
      sql: "SELECT id, folder, title, text, version, changed FROM note WHERE id = ? AND user = ?")
    guard let row = try Row.fetchOne(statement, arguments: [id, user]) else { throw StorageProblem.missing }
    return Note(row)
  }

  private static func insert(_ note: Note, of user: String, in database: Database) throws {
    guard
      let owner = try String.fetchOne(
        database, sql: "SELECT user FROM note WHERE id = ?", arguments: [note.id])
    else {
      return try database.execute(
        sql: """
          INSERT INTO note (id, user, folder, title, text, version, changed) VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          note.id, user, note.folder, note.title, note.text, note.version, note.changed.timeIntervalSince1970,
        ])
    }
    guard owner == user else { throw StorageProblem.missing }
    // A form that's sent twice saves one note.
    let stored = try Self.note(id: note.id, of: user, in: database)
    guard stored.title == note.title, stored.text == note.text else { throw StorageProblem.conflict }
  }

  private static func update(_ note: Note, of user: String, in database: Database) throws {
    try database.execute(
      sql: """
        UPDATE note SET folder = ?, title = ?, text = ?, version = ?, changed = ?
        WHERE id = ? AND user = ? AND version = ?
        """,
      arguments: [
        note.folder, note.title, note.text, note.version, note.changed.timeIntervalSince1970, note.id, user,
        note.version - 1,
      ])
    guard database.changesCount == 0 else { return }
    _ = try Self.note(id: note.id, of: user, in: database)
    throw StorageProblem.conflict
  }
}

extension Note {
  /// Reads the columns `id`, `folder`, `title`, `text`, `version`, and `changed`.
  init(_ row: Row) {
    self.init(
      id: row[0], folder: row[1], title: row[2], text: row[3], version: row[4],
      changed: Date(timeIntervalSince1970: row[5]))
  }
}

extension NoteSummary {
  /// Reads the columns `id`, `title`, an excerpt, and `changed`.
  init(_ row: Row) {
    self.init(
      id: row[0], title: row[1], excerpt: row[2], changed: Date(timeIntervalSince1970: row[3]))
  }
}
