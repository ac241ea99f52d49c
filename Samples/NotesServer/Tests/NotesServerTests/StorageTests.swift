import Foundation
import GRDB
import Hummingbird
import InMemoryLogging
import Testing

@testable import NotesServer

@Suite(.application()) struct StorageTests {
  private let database: NotesDatabase
  init() throws { database = try application.database }

  @Test func `a change is on the disk before its confirmation`() async throws {
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
      let old = """
        CREATE VIRTUAL TABLE noteText USING fts5 (title, text, content = 'note', content_rowid = 'number');
        CREATE TRIGGER noteAdded AFTER INSERT ON note BEGIN
          INSERT INTO noteText (rowid, title, text) VALUES (new.number, new.title, new.text);
        END;
        INSERT INTO user VALUES ('u', 'ann', 'hash', 1, 0);
        INSERT INTO note VALUES (1, 'n', 'u', NULL, 'Old', 'bread', 1, 0);
        """
      try await queue.write { try $0.execute(sql: old) }
      try queue.close()
      let database = try await NotesDatabase.open(folder)
      let found = try await database.perform(FindNotes(words: ["bre"], user: "u", revision: 0, limit: 9))
      #expect(found.total == 1)
      #expect(try await database.perform(ListUsers()).map(\.name) == ["ann"])
      #expect(try await database.pool.read { try NotesDatabase.migrator.hasCompletedMigrations($0) })
      try database.close()
    }
  }

  @Test func `the search follows the notes, and finds the notes of one user only`() async throws {
    let (ann, bob) = (try await application.user("ann"), try await application.user("bob"))
    func find(_ words: String..., user: String? = nil) async throws -> [NoteSummary] {
      try await database.perform(FindNotes(words: words, user: user ?? ann, revision: 0, limit: 10)).notes
    }
    var note = Note(title: "Café", text: "Bread and cheese.")
    note = try await database.perform(SaveNote(note: note, user: ann))
    try await database.perform(SaveNote(note: Note(title: "Other", text: "Bread, at the café."), user: ann))
    #expect(try await find("chee", "BREAD").map(\.title) == ["Café"])
    #expect(try await find("cafe").map(\.title) == ["Café", "Other"])
    #expect(try await find("bread", user: bob).isEmpty)
    note.text = String(repeating: "Long. ", count: 99) + "Only rolls."
    note = try await database.perform(SaveNote(note: note, user: ann))
    #expect(try await find("cheese").isEmpty)
    let excerpt = try await find("rolls").first?.excerpt ?? ""
    #expect(excerpt.hasPrefix("…") && excerpt.contains("Only rolls."))
    try await database.perform(DeleteNote(id: note.id, user: ann))
    #expect(try await find("rolls").isEmpty)
    // A character may have any number of scalars.
    let marks = String(repeating: "\u{301}", count: 9_000)
    try await database.perform(SaveNote(note: Note(title: "Marks", text: "a\(marks)"), user: ann))
    #expect(try await find("marks").first?.excerpt.utf8.count ?? 0 < 700)
    // U+0D4E combines with the next letter. Neither a note nor a search gets to the words of somebody else by it.
    try await database.perform(SaveNote(note: Note(title: "\u{D4E} 2xbread", text: ""), user: ann))
    try await database.perform(SaveNote(note: Note(title: "Hidden", text: ""), user: bob))
    #expect(try await find("bread", user: bob).isEmpty)
    #expect(try await find("\u{D4E}\" OR \"2xhidden").isEmpty)
    // One word of a search may have any number of words of the index. The first eight count.
    #expect(try await find("\(String(repeating: "bread-", count: 8))missing").map(\.title) == ["Other"])
    let words = try await database.pool.read { try String.fetchAll($0, sql: "SELECT words FROM word") }
    #expect(words.flatMap { $0.split(separator: " ") }.filter { !$0.hasPrefix("1x") } == ["2xhidden"])
    // Even if the index were wrong, the note would have to be the user's.
    let sql = "UPDATE word SET words = '1xwrong 2xwrong' WHERE rowid = (SELECT MAX(number) FROM note)"
    try await database.pool.write { try $0.execute(sql: sql) }
    let found = (try await find("wrong"), try await find("wrong", user: bob))
    #expect(found.0.isEmpty && found.1.map(\.title) == ["Hidden"])
  }

  @Test func `the storage of one user is limited`() async throws {
    let ann = try await application.user("ann")
    try await database.pool.write { database in
      for number in 1...500 {
        let (id, expiry) = ("\(number)", Date(timeIntervalSinceNow: Double(number) * 60))
        try NameFolder(id: id, name: id, user: ann, isNew: true).change(database)
        _ = try SaveNote(note: Note(id: id), user: ann).perform(in: database)
        try ShareNote(note: id, user: ann, isShared: true).change(database)
        try OpenSession(key: id, user: ann, passwordHash: "hash", expiry: expiry).change(database)
      }
    }
    // The oldest sessions have ended.
    #expect(try await database.perform(FindSession(key: "400")) == nil)
    #expect(try await database.perform(FindSession(key: "401")) != nil)
    await #expect(throws: StorageProblem.refused("You have 500 folders, which is the limit.")) {
      try await database.perform(NameFolder(id: "new", name: "new", user: ann, isNew: true))
    }
    var note = try await database.perform(SaveNote(note: Note(text: "é"), user: ann))
    await #expect(throws: StorageProblem.refused("You share 500 notes, which is the limit.")) {
      try await database.perform(ShareNote(note: note.id, user: ann, isShared: true))
    }
    try await database.pool.write { database in
      #expect(try Int.fetchOne(database, sql: "SELECT space FROM user") == 501_002)
      try database.execute(sql: "UPDATE user SET space = 1000000000")
    }
    let reason = "Your notes take 1 GB, which is the limit. Those that you delete count for 30 days."
    note.text = "longer"
    for draft in [note, Note()] {
      await #expect(throws: StorageProblem.refused(reason)) {
        try await database.perform(SaveNote(note: draft, user: ann))
      }
    }
    try await database.perform(DeleteNote(id: "1", user: ann))
  }

  @Test func `a full disk tells visitors nothing, and the health turns red`() async throws {
    let browser = try await application.browser(registering: "ann")
    let note = try await browser.addNote("Kept", "text")
    let form = try #require(try await browser.open("\(note)/edit").forms.last)
    try await database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA max_page_count = 1") }
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
    let full = FaultyStorage(inner: database) {
      if type(of: $0).isChange { throw StorageProblem.unavailable("database: SQLITE_FULL") }
    }
    let check = HealthCheck(name: "database", storage: full)
    let results = await RunningProcess(registry: application.registry, checks: [check]).check()
    #expect(results.map(\.isHealthy) == [false] && results[0].detail == "database: SQLITE_FULL")
  }

  @Test func `the cache of searches asks once for each revision`() async throws {
    let inner = FaultyStorage(inner: database)
    let cache = CachedSearch(inner: inner, limiter: RateLimiter(perSecond: 0.001, burst: 14), capacity: 2)
    let first = [("a", "ann", 1), ("a", "ann", 1), ("a", "ann", 2), ("a", "ann", 2), ("a", "ann", 1)]
    let others = [("a", "bob", 1)] + (0..<10).map { ("\($0)", "ann", 1) } + [("a", "ann", 1)]
    for (questions, count) in [(first, 2), (others, 14)] {
      for (word, user, revision) in questions {
        try await cache.perform(FindNotes(words: [word], user: user, revision: revision, limit: 20))
      }
      #expect(inner["FindNotes"] == count)
    }
    // A user may search so often at once. Others may search meanwhile.
    await #expect(throws: HTTPError.self) {
      for number in 0..<9 {
        try await cache.perform(FindNotes(words: ["\(number)"], user: "ann", revision: 3, limit: 20))
      }
    }
    try await cache.perform(FindNotes(words: ["b"], user: "bob", revision: 3, limit: 20))
  }

  @Test func `a note is split into words before the transaction`() async throws {
    let ann = try await application.user("ann")
    // Text with words that each take some work, and as many bytes of text with words that don't.
    let texts = ["e\u{301}e\u{301}", "abcdef"].map { part in
      (0..<10_000).map { "\(part)\($0)" }.joined(separator: " ")
    }
    try await expectTwice(texts[0], texts[1]) { text in
      var call = SaveNote(note: Note(title: "A", text: text), user: ann)
      call.prepare()
      let start = ContinuousClock.now
      _ = try await database.pool.write { [call] in try call.perform(in: $0) }
      return .now - start
    }
    let found = try await database.perform(FindNotes(words: ["ee99"], user: ann, revision: 0, limit: 9))
    #expect(found.total > 0)
  }
}
