import GRDB
import ServerInterfaces

/// The full-text index of SQLite (FTS5), which triggers keep up to date.
package struct DatabaseSearch: SearchIndex {
  package static let migration = Migration("search") { database in
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE noteText USING fts5 (
          title, text, content = 'note', content_rowid = 'number', tokenize = 'unicode61 remove_diacritics 2');
        CREATE TRIGGER noteAdded AFTER INSERT ON note BEGIN
          INSERT INTO noteText (rowid, title, text) VALUES (new.number, new.title, new.text);
        END;
        CREATE TRIGGER noteDeleted AFTER DELETE ON note BEGIN
          INSERT INTO noteText (noteText, rowid, title, text)
          VALUES ('delete', old.number, old.title, old.text);
        END;
        CREATE TRIGGER noteChanged AFTER UPDATE OF title, text ON note BEGIN
          INSERT INTO noteText (noteText, rowid, title, text)
          VALUES ('delete', old.number, old.title, old.text);
          INSERT INTO noteText (rowid, title, text) VALUES (new.number, new.title, new.text);
        END;
        """)
  }

  private let database: NotesDatabase

  package init(database: NotesDatabase) { self.database = database }

  package func find(_ words: [String], of user: String, revision: Int, limit: Int) async throws -> NoteList {
    guard !words.isEmpty else { return NoteList(notes: [], total: 0) }
    let pattern = words.map { "\"\($0.replacing("\"", with: "\"\""))\"*" }.joined(separator: " ")
    return try await database.pool.read { database in
      let rows = try Row.fetchAll(
        try database.cachedStatement(
          sql: """
            SELECT note.id, note.title, snippet(noteText, 1, '', '', '…', 24), note.changed
            FROM noteText JOIN note ON note.number = noteText.rowid
            WHERE noteText MATCH ? AND note.user = ? ORDER BY rank LIMIT ?
            """),
        arguments: [pattern, user, limit])
      let total =
        rows.count < limit
        ? rows.count
        : try Int.fetchOne(
          database,
          sql: """
            SELECT COUNT(*) FROM noteText JOIN note ON note.number = noteText.rowid
            WHERE noteText MATCH ? AND note.user = ?
            """,
          arguments: [pattern, user])
      return NoteList(notes: rows.map { NoteSummary($0) }, total: total ?? 0)
    }
  }
}
