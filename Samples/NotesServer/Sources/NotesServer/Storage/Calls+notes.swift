import Foundation
import GRDB

// Each call is about one user, and ignores the notes of others.

struct ListFolders: StorageCall {
  let user: String
  func perform(in database: Database) throws -> [Folder] {
    try database.all("SELECT id, name, count FROM countedFolder WHERE user = ? ORDER BY name", [user]).map {
      Folder(id: $0[0], name: $0[1], count: $0[2])
    }
  }
}

struct NameFolder: StorageChange {
  let id, name, user: String
  let isNew: Bool
  var uniqueName: String? { name }
  func change(_ database: Database) throws {
    let sql =
      isNew
      ? "INSERT INTO folder (name, id, user) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING"
      : "UPDATE folder SET name = ? WHERE id = ? AND user = ?"
    guard try database.run(sql, [name, id, user]) > 0 || isNew else { throw StorageProblem.missing }
  }
}

/// Deletes a folder, but not its notes.
struct DeleteFolder: StorageChange {
  static let isIdempotent = false
  let id, user: String
  func change(_ database: Database) throws {
    let sql = "DELETE FROM folder WHERE id = ? AND user = ?"
    guard try database.run(sql, [id, user]) > 0 else { throw StorageProblem.missing }
  }
}

/// Returns a page of the notes in a folder, or of all notes if the folder is nil.
struct ListNotes: StorageCall {
  let user: String
  var folder: String?
  var order = NoteOrder.changed
  var offset = 0
  func perform(in database: Database) throws -> NoteList {
    let condition = "user = ? AND deleted IS NULL" + (folder == nil ? "" : " AND folder = ?")
    let arguments: StatementArguments = folder.map { [user, $0] } ?? [user]
    let columns = order == .changed ? "changed DESC, number DESC" : "title COLLATE NOCASE, number"
    let rows = try database.all(
      """
      SELECT id, title, substr(text, 1, 160), pinned, changed FROM note WHERE \(condition)
      ORDER BY pinned DESC, \(columns) LIMIT ? OFFSET ?
      """, arguments + [Limits.page, offset])
    let total = try database.first("SELECT COUNT(*) FROM note WHERE \(condition)", arguments)
    return NoteList(notes: rows.map { NoteSummary($0) }, total: total?[0] ?? 0)
  }
}

struct ReadNote: StorageCall {
  let id, user: String
  func perform(in database: Database) throws -> Note {
    let columns = "id, folder, title, text, pinned, version, changed"
    let sql = "SELECT \(columns) FROM note WHERE id = ? AND user = ? AND deleted IS NULL"
    let row = try database.first(sql, [id, user])
    guard let row else { throw StorageProblem.missing }
    return Note(
      id: row[0], folder: row[1], title: row[2], text: row[3], isPinned: row[4], version: row[5],
      changed: row[6])
  }
}

/// Saves a note durably if its version is the stored one, or 0 for a new note, and returns it with its new version.
struct SaveNote: StorageCall {
  static let isChange = true
  // A second attempt would find the version of the first one, and report a conflict.
  static let isIdempotent = false
  let note: Note
  let user: String
  private var words: Set<String>?
  private enum CodingKeys: CodingKey { case note, user }

  init(note: Note, user: String) { (self.note, self.user) = (note, user) }

  /// Splits the text, which takes some time, so that others can save their notes meanwhile.
  mutating func prepare() { words = Set(WordIndex.words(in: "\(note.title) \(note.text)")) }

  func perform(in database: Database) throws -> Note {
    var saved = note
    // The client sends the number. The greatest one is never stored, so its successor doesn't matter.
    saved.version &+= 1
    saved.changed = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded() / 1000)
    if let folder = note.folder,
      try database.first("SELECT 1 FROM folder WHERE id = ? AND user = ?", [folder, user]) == nil
    {
      saved.folder = nil
    }
    let columns: StatementArguments = [
      saved.folder, saved.title, saved.text, saved.version, saved.changed.timeIntervalSince1970, saved.id,
      user,
    ]
    let isNew = note.version == 0
    let sql =
      isNew
      ? """
      INSERT INTO note (folder, title, text, version, changed, id, user) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING
      """
      : """
      UPDATE note SET folder = ?, title = ?, text = ?, version = ?, changed = ?
      WHERE id = ? AND user = ? AND version = ? AND deleted IS NULL
      """
    if try database.run(sql, isNew ? columns : columns + [note.version]) == 0 {
      let stored = try ReadNote(id: note.id, user: user).perform(in: database)
      // A form that was sent twice has added the note before.
      let isSame =
        isNew && stored.title.utf8.elementsEqual(note.title.utf8)
        && stored.text.utf8.elementsEqual(note.text.utf8)
      return if isSame { stored } else { throw StorageProblem.conflict }
    }
    let words = words ?? Set(WordIndex.words(in: "\(note.title) \(note.text)"))
    try WordIndex.update(saved.id, words, in: database)
    try database.countChange(of: user)
    // A change leaves the pin of the stored note.
    return isNew ? saved : try ReadNote(id: saved.id, user: user).perform(in: database)
  }
}

struct PinNote: StorageChange {
  let id, user: String
  let isPinned: Bool
  func change(_ database: Database) throws {
    let sql = "UPDATE note SET pinned = ? WHERE id = ? AND user = ? AND deleted IS NULL"
    guard try database.run(sql, [isPinned, id, user]) > 0 else { throw StorageProblem.missing }
    try database.countChange(of: user)
  }
}

/// Deletes a note, so that it can be restored for 30 days.
///
/// Its words stay in the index. A search ignores them.
struct DeleteNote: StorageChange {
  let id, user: String
  func change(_ database: Database) throws {
    let now = Date().timeIntervalSince1970
    // A second attempt finds the deleted note.
    let sql = "UPDATE note SET deleted = COALESCE(deleted, ?) WHERE id = ? AND user = ?"
    guard try database.run(sql, [now, id, user]) > 0 else { throw StorageProblem.missing }
    try database.countChange(of: user)
    try database.run("DELETE FROM share WHERE note = ?", [id])
    let old = now - 30 * 24 * 60 * 60
    try database.run("DELETE FROM word WHERE rowid IN (SELECT number FROM note WHERE deleted < ?)", [old])
    try database.run("DELETE FROM note WHERE deleted < ?", [old])
  }
}

struct RestoreNote: StorageChange {
  let id, user: String
  func change(_ database: Database) throws {
    let sql = "UPDATE note SET deleted = NULL WHERE id = ? AND user = ?"
    guard try database.run(sql, [id, user]) > 0 else { throw StorageProblem.missing }
    try database.countChange(of: user)
  }
}

/// Shares a note by a link, which is the same as long as the note is shared, or ends the sharing.
struct ShareNote: StorageChange {
  let note, user: String
  let isShared: Bool
  func change(_ database: Database) throws {
    _ = try ReadNote(id: note, user: user).perform(in: database)
    if isShared {
      let sql = "INSERT INTO share (token, note, user) VALUES (?, ?, ?) ON CONFLICT (note) DO NOTHING"
      try database.run(sql, [RandomID.make(bits: 192), note, user])
    } else {
      try database.run("DELETE FROM share WHERE note = ?", [note])
    }
  }
}

struct ListShares: StorageCall {
  let user: String
  func perform(in database: Database) throws -> [Share] {
    let sql = "SELECT token, note, title FROM sharedNote WHERE user = ? ORDER BY title, number"
    return try database.all(sql, [user]).map { Share(token: $0[0], note: $0[1], title: $0[2]) }
  }
}

struct ReadSharedNote: StorageCall {
  let token: String
  func perform(in database: Database) throws -> SharedNote {
    let row = try database.first("SELECT note, user, owner FROM sharedNote WHERE token = ?", [token])
    guard let row else { throw StorageProblem.missing }
    return SharedNote(note: try ReadNote(id: row[0], user: row[1]).perform(in: database), owner: row[2])
  }
}

extension Database {
  /// Counts a change of a user's notes, after which no earlier answer of a search is right.
  fileprivate func countChange(of user: String) throws {
    try run("UPDATE user SET revision = revision + 1 WHERE id = ?", [user])
  }
}

extension NoteSummary {
  init(_ row: Row) {
    self.init(id: row[0], title: row[1], excerpt: row[2], isPinned: row[3], changed: row[4])
  }
}
