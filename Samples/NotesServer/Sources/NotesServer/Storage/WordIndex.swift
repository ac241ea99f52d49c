import Foundation
import GRDB

/// Returns a user's notes with all words, or with words that begin with them, matches in the title first.
struct FindNotes: StorageCall, Hashable {
  let words: [String]
  let user: String
  /// The number of the user's last change, which tells whether an earlier answer is still right.
  let revision: Int
  let limit: Int

  /// The number of notes that are sorted, of all that are found: the newest.
  private static let sorted = 200

  func perform(in database: Database) throws -> NoteList {
    // A word of the search may have several words of the index.
    let words = Set(words.flatMap { WordIndex.words(in: $0) }.prefix(Limits.wordCount))
    let row = try database.first("SELECT number FROM user WHERE id = ?", [user])
    guard !words.isEmpty, let number: Int = row?[0] else { return NoteList(notes: [], total: 0) }
    let counted = Limits.counted + 1
    func notes(with end: String) throws -> [Row] {
      // The words are the user's. The note also has to be, so that no error in the index shows a note of somebody else.
      try database.all(
        """
        SELECT note.number, note.title, note.changed FROM word CROSS JOIN note ON note.number = word.rowid
        WHERE word MATCH ? AND note.user = ? AND note.deleted IS NULL ORDER BY word.rowid DESC LIMIT \(counted)
        """, [words.map { "\"\(number)x\($0)\"\(end)" }.joined(separator: " "), user])
    }
    // Whole words end the search early if enough notes have them. For beginnings, the index collects all notes.
    let whole = try notes(with: "")
    let found = whole.count < counted ? try notes(with: "*") : whole
    let best = found.prefix(Self.sorted).map { row -> (number: Int, rank: (Int, Double)) in
      let title = WordIndex.words(in: row[1])
      let isInTitle = words.allSatisfy { word in title.contains { $0.hasPrefix(word) } }
      return (row[0], (isInTitle ? 1 : 0, row[2]))
    }.sorted { $0.rank > $1.rank }
    let notes = try best.prefix(limit).compactMap { note in
      try database.first(
        "SELECT id, title, substr(text, 1, 2000), pinned, changed FROM note WHERE number = ?", [note.number]
      ).map { row -> NoteSummary in
        var note = NoteSummary(row)
        note.excerpt = WordIndex.excerpt(of: note.excerpt, around: words)
        return note
      }
    }
    return NoteList(notes: notes, total: found.count)
  }
}

/// The full-text index of SQLite (FTS5).
///
/// Each word in the index begins with the number of its user, as in `12xbread`. A search therefore reads the words of
/// one user only, and its time tells nothing about the words of others.
enum WordIndex {
  private static let longest = 64  // The maximum bytes of a word. The index cuts off the rest.

  static func rebuild(in database: Database) throws {
    try database.run("DELETE FROM word")
    let notes = try Row.fetchCursor(database, sql: "SELECT id, title || ' ' || text FROM note")
    while let note = try notes.next() { try update(note[0], Set(words(in: note[1])), in: database) }
  }

  /// Replaces the words of a note.
  static func update(_ note: String, _ words: Set<String>, in database: Database) throws {
    let row = try database.first(
      "SELECT note.number, user.number FROM note JOIN user ON user.id = note.user WHERE note.id = ?", [note])
    guard let row else { return }
    let (note, user): (Int, Int) = (row[0], row[1])
    try database.run("DELETE FROM word WHERE rowid = ?", [note])
    let words = words.map { "\(user)x\($0)" }.joined(separator: " ")
    if !words.isEmpty { try database.run("INSERT INTO word (rowid, words) VALUES (?, ?)", [note, words]) }
  }

  /// Returns the words of a text in lowercase, without diacritics.
  static func words(in text: String) -> [String] {
    // Long words are cut off before: folding takes a time that grows with the square of the marks in a row.
    let cut = split(text).map { String($0.unicodeScalars.prefix(2 * longest)) }.joined(separator: " ")
    let isPlain = cut.utf8.allSatisfy { $0 < 0x80 }
    let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]
    let folded = isPlain ? cut.lowercased() : cut.folding(options: options, locale: nil)
    return split(folded).map { String(decoding: $0.utf8.prefix(longest), as: UTF8.self) }
  }

  private static func split(_ text: String) -> [Substring] {
    // A character may be a letter with a quotation mark: U+0D4E combines with the next letter. A scalar is only one.
    text.unicodeScalars.split { scalar in
      let properties = scalar.properties
      return !properties.isAlphabetic && properties.numericType == nil
        && ![.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
    }.map(Substring.init)
  }

  /// Returns the part of a text with the first of some words in it, or its beginning.
  static func excerpt(of text: String, around words: Set<String>) -> String {
    let hits = words.compactMap {
      text.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive])?.lowerBound
    }
    // A character may have any number of scalars.
    let scalars = text.unicodeScalars
    guard let hit = hits.min(), scalars.distance(from: scalars.startIndex, to: hit) > 100 else {
      return String(scalars.prefix(160))
    }
    return "…" + String(scalars[scalars.index(hit, offsetBy: -40)...].prefix(160))
  }
}
