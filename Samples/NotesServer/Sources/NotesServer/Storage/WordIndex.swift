import Foundation
import GRDB

/// Returns the notes of a user that have all words, or words that begin so: those with the words in the title first.
struct FindNotes: StorageCall, Hashable {
  let words: [String]
  let user: String
  /// The number of the user's last change, which tells whether an earlier answer is still right.
  let revision: Int
  let limit: Int

  /// The number of notes that are sorted, of all that are found: the newest.
  private static let sorted = 200

  func perform(in database: Database) throws -> NoteList {
    let words = Set(words.flatMap { WordIndex.words(in: $0) })
    let number = try database.first("SELECT number FROM user WHERE id = ?", [user])
    guard !words.isEmpty, let user: Int = number?[0] else { return NoteList(notes: [], total: 0) }
    let counted = Limits.counted + 1
    func notes(with end: String) throws -> [Row] {
      try database.all(
        "SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid DESC LIMIT \(counted)",
        [words.map { "\"\(user)x\($0)\"\(end)" }.joined(separator: " ")])
    }
    // Whole words end the search early if enough notes have them. For beginnings, the index collects all notes.
    let whole = try notes(with: "")
    let found = whole.count < counted ? try notes(with: "*") : whole
    let best = try found.prefix(Self.sorted).compactMap { row -> (number: Int, rank: (Int, Double))? in
      guard let note = try database.first("SELECT title, changed FROM note WHERE number = ?", [row[0] as Int])
      else { return nil }
      let title = WordIndex.words(in: note[0])
      let isInTitle = words.allSatisfy { word in title.contains { $0.hasPrefix(word) } }
      return (row[0], (isInTitle ? 1 : 0, note[1]))
    }.sorted { $0.rank > $1.rank }
    let notes = try best.prefix(limit).compactMap { note in
      try database.first(
        "SELECT id, title, substr(text, 1, 20000), pinned, changed FROM note WHERE number = ?", [note.number]
      ).map { row -> NoteSummary in
        var note = NoteSummary(row)
        note.excerpt = WordIndex.excerpt(of: row[2], around: words)
        return note
      }
    }
    return NoteList(notes: notes, total: found.count)
  }
}

/// The full-text index of SQLite (FTS5).
///
/// Each word in the index begins with the number of its user, as in `12xbread`. A search therefore reads the words of one
/// user only, and its time tells nothing about the words of others.
enum WordIndex {
  /// The number of bytes after which a word is cut off.
  private static let longest = 64

  static func create(in database: Database) throws {
    try database.execute(
      sql: """
        DROP TRIGGER IF EXISTS noteAdded;
        DROP TRIGGER IF EXISTS noteDeleted;
        DROP TRIGGER IF EXISTS noteChanged;
        DROP TABLE IF EXISTS noteText;
        ALTER TABLE user ADD COLUMN number INTEGER;
        UPDATE user SET number = rowid;
        CREATE UNIQUE INDEX userByNumber ON user (number);
        CREATE VIRTUAL TABLE word USING fts5 (words, tokenize = 'ascii', detail = none);
        """)
    let notes = try Row.fetchCursor(database, sql: "SELECT id, title || ' ' || text FROM note")
    while let note = try notes.next() { try update(note[0], note[1], in: database) }
  }

  /// Replaces the words of a note, and counts the change of its user, after which no earlier answer is right.
  static func update(_ note: String, _ text: String, in database: Database) throws {
    let row = try database.first(
      "SELECT note.number, user.number FROM note JOIN user ON user.id = note.user WHERE note.id = ?", [note])
    guard let row else { return }
    let (note, user): (Int, Int) = (row[0], row[1])
    try database.run("UPDATE user SET revision = revision + 1 WHERE number = ?", [user])
    try database.run("DELETE FROM word WHERE rowid = ?", [note])
    let words = words(in: text).map { "\(user)x\($0)" }.joined(separator: " ")
    if !words.isEmpty { try database.run("INSERT INTO word (rowid, words) VALUES (?, ?)", [note, words]) }
  }

  /// Returns the words of a text in lowercase, without diacritics.
  static func words(in text: String) -> Set<String> {
    let folded = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    return Set(
      folded.split { !$0.isLetter && !$0.isNumber }.map {
        String(decoding: $0.utf8.prefix(longest), as: UTF8.self)
      })
  }

  /// Returns the part of a text with the first of some words in it, or its beginning.
  static func excerpt(of text: String, around words: Set<String>) -> String {
    let hits = words.compactMap {
      text.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive])?.lowerBound
    }
    guard let hit = hits.min(), text.distance(from: text.startIndex, to: hit) > 100 else {
      return String(text.prefix(160))
    }
    return "…" + text[text.index(hit, offsetBy: -40)...].prefix(160)
  }
}
