import Foundation
import GRDB
import InMemoryLogging
import Testing
import Waymark
import WaymarkTesting

@testable import NotesServer

/// The storage on a database of its own.
@Suite(.application) struct StorageTests {
  private let database: NotesDatabase

  init() throws { database = try application.database }

  @Test(.registry(isolating: StorageModule(folder: .temporaryDirectory)))
  func `the module needs nothing of others`() {
    #expect(Registry.current.diagnostics.isEmpty)
  }

  @Test func `a change is on the disk before it's confirmed`() async throws {
    let pragmas = try await database.pool.writeWithoutTransaction { database in
      try ["journal_mode", "synchronous", "foreign_keys"].map {
        try String.fetchOne(database, sql: "PRAGMA \($0)") ?? ""
      }
    }
    // 2 is FULL.
    #expect(pragmas == ["wal", "2", "1"])
  }

  @Test func `a database of an older version is brought up to date`() async throws {
    try await withTemporaryFolder { folder in
      let queue = try DatabaseQueue(path: folder.appending(path: "notes.sqlite").path)
      try NotesDatabase.migrator.migrate(queue, upTo: "sharing")
      try await queue.write { database in
        try database.execute(
          sql: """
            CREATE VIRTUAL TABLE noteText USING fts5 (title, text, content = 'note', content_rowid = 'number');
            CREATE TRIGGER noteAdded AFTER INSERT ON note BEGIN
              INSERT INTO noteText (rowid, title, text) VALUES (new.number, new.title, new.text);
            END;
            INSERT INTO user VALUES ('u', 'ann', 'hash', 1, 0);
            INSERT INTO note VALUES (1, 'n', 'u', NULL, 'Old', 'bread', 1, 0);
            """)
      }
      try queue.close()
      let database = try await NotesDatabase.open(folder)
      let found = try await database.perform(FindNotes(words: ["bre"], user: "u", revision: 0, limit: 9))
      #expect(found.total == 1)
      #expect(try await database.perform(ListUsers()).map(\.name) == ["ann"])
      #expect(try await database.pool.read { try NotesDatabase.migrator.hasCompletedMigrations($0) })
      try database.close()
    }
  }

  @Test func `saving requires the version that was read`() async throws {
    let (ann, bob) = (try await application.user("ann"), try await application.user("bob"))
    let first = try await database.perform(SaveNote(note: Note(title: "A", text: "first"), user: ann))
    var draft = first
    draft.text = "second"
    #expect(try await database.perform(SaveNote(note: draft, user: ann)).version == 2)
    for (note, user, problem) in [
      (draft, ann, StorageProblem.conflict), (draft, bob, .missing), (Note(id: first.id), bob, .missing),
    ] { await #expect(throws: problem) { try await database.perform(SaveNote(note: note, user: user)) } }
    #expect(try await database.perform(ReadNote(id: first.id, user: ann)).text == "second")
    // A new note that's sent twice is saved once, unless it isn't the same.
    let new = Note(title: "B", text: "once")
    for _ in 0..<2 { try await database.perform(SaveNote(note: new, user: ann)) }
    #expect(try await database.perform(ListNotes(user: ann)).notes.map(\.title) == ["B", "A"])
    let other = Note(id: new.id, title: "B", text: "twice")
    await #expect(throws: StorageProblem.conflict) {
      try await database.perform(SaveNote(note: other, user: ann))
    }
  }

  @Test func `names are unique for each user, and accounts for all`() async throws {
    let (ann, bob) = (try await application.user("ann"), try await application.user("bob"))
    try await database.perform(NameFolder(id: "g", name: "Garden", user: ann, isNew: true))
    try await database.perform(NameFolder(id: "h", name: "Garden", user: bob, isNew: true))
    try await database.perform(NameFolder(id: "y", name: "Yard", user: ann, isNew: true))
    for (id, isNew) in [("x", true), ("y", false)] {
      await #expect(throws: StorageProblem.nameTaken("GARDEN")) {
        try await database.perform(NameFolder(id: id, name: "GARDEN", user: ann, isNew: isNew))
      }
    }
    await #expect(throws: StorageProblem.nameTaken("Ann")) {
      try await database.perform(AddAccount(name: "Ann", passwordHash: ""))
    }
    #expect(try await database.perform(ListUsers()).map(\.isAdministrator) == [true, false])
  }

  @Test func `the search follows the notes, and knows those of one user only`() async throws {
    let (ann, bob) = (try await application.user("ann"), try await application.user("bob"))
    @Sendable func titles(_ words: String..., user: String? = nil) async throws -> [String] {
      try await database.perform(FindNotes(words: words, user: user ?? ann, revision: 0, limit: 10)).notes
        .map(\.title)
    }
    var note = try await database.perform(
      SaveNote(note: Note(title: "Café", text: "Bread and cheese."), user: ann))
    try await database.perform(SaveNote(note: Note(title: "Other", text: "Bread, at the café."), user: ann))
    #expect(try await titles("chee", "BREAD") == ["Café"])
    #expect(try await titles("cafe") == ["Café", "Other"])
    #expect(try await titles("bread", user: bob).isEmpty)
    note.text = String(repeating: "Long. ", count: 99) + "Only rolls."
    note = try await database.perform(SaveNote(note: note, user: ann))
    #expect(try await titles("cheese").isEmpty)
    let found = try await database.perform(FindNotes(words: ["rolls"], user: ann, revision: 0, limit: 1))
      .notes[0]
    #expect(found.excerpt.hasPrefix("…") && found.excerpt.contains("Only rolls."))
    try await database.perform(DeleteNote(id: note.id, user: ann))
    #expect(try await titles("rolls").isEmpty)
    // The words of each user have a prefix of their own, so that no search reads those of others.
    let words = try await database.pool.read { try String.fetchAll($0, sql: "SELECT words FROM word") }
    #expect(words.flatMap { $0.split(separator: " ") }.allSatisfy { $0.hasPrefix("1x") })
  }

  @Test func `a full disk tells visitors nothing, and the health turns red`() async throws {
    let browser = try await application.browser(registering: "ann")
    let note = try await browser.addNote("Kept", "text")
    let form = try #require(try await browser.open("\(note)/edit").forms.last)
    try await database.pool.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA max_page_count = 1")
    }
    let text = String(repeating: "much text ", count: 9_000)
    let page = try await browser.post(form, ["text": text])
    #expect(page.status == 503)
    #expect(page.problem == "The notes can't be reached at the moment. Try again in a minute.")
    #expect(page.forms.last?.fields["text"] == text)
    for word in ["SQL", "database", "full", "INSERT"] { #expect(!page.main.contains(word)) }
    #expect(try await browser.open(note).main.contains("text</pre>"))
    let reasons = application.log.entries.compactMap { $0.metadata["reason"].map { "\($0)" } }
    #expect(reasons == ["database: 13 (database or disk is full)"])
    // Reading may work on a full disk. The health check writes.
    let full = FaultyStorage(inner: CachedSearch(inner: NoStorage())) { call in
      if call is CheckDatabase { throw StorageProblem.unavailable("database: SQLITE_FULL") }
    }
    let check = HealthCheck(name: "pond", storage: full)
    let results = await RunningProcess(registry: application.registry, checks: [check]).check()
    #expect(results.map(\.isHealthy) == [false] && results[0].detail == "database: SQLITE_FULL")
  }

  @Test func `the cache of searches asks once for each revision`() async throws {
    let inner = FaultyStorage(inner: database)
    let cache = CachedSearch(inner: inner, capacity: 2)
    func ask(_ word: String, _ user: String, _ revision: Int) async throws {
      try await cache.perform(FindNotes(words: [word], user: user, revision: revision, limit: 20))
    }
    for revision in [1, 1, 2, 2, 1] { try await ask("a", "ann", revision) }
    #expect(inner["FindNotes"] == 2)
    try await ask("a", "bob", 1)
    for number in 0..<10 { try await ask("\(number)", "ann", 1) }
    try await ask("a", "ann", 1)
    #expect(inner["FindNotes"] == 14)
  }
}

/// A storage that can't be reached.
struct NoStorage: NotesStorage {
  func perform<Call: StorageCall>(_ call: Call) async throws -> Call.Answer {
    throw StorageProblem.unavailable("away")
  }
}
