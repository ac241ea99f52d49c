import Foundation
import GRDB
import ServerInterfaces
import Testing
import Waymark
import WaymarkTesting

@testable import Storage

@Suite("The storages alone")
struct StorageModuleTests {
  /// The storages of a started module, on a database in a folder of its own.
  private struct Storages {
    let accounts: any AccountStorage
    let notes: any NoteStorage
    let search: any SearchIndex
    let shares: any ShareStorage
    let database: NotesDatabase
    let ann: String
    let bob: String
  }

  private func withStorages(_ body: @Sendable (Storages) async throws -> Void) async throws {
    try await withTemporaryFolder { folder in
      try await Registry { StorageModule(folder: folder) }.run {
        let registry = Registry.current
        let accounts = try registry.makeDestination(to: .accountStorage)
        try await body(
          Storages(
            accounts: accounts, notes: registry.makeDestination(to: .noteStorage),
            search: registry.makeDestination(to: .searchIndex),
            shares: registry.makeDestination(to: .shareStorage),
            database: registry.makeDestination(to: .database),
            ann: try await accounts.addAccount(name: "ann", passwordHash: "hash").id,
            bob: try await accounts.addAccount(name: "bob", passwordHash: "hash").id))
      }
    }
  }

  @Test(.registry(isolating: StorageModule(folder: .temporaryDirectory)))
  func itNeedsNothingOfOthers() throws {
    #expect(Registry.current.diagnostics.isEmpty)
    #expect(
      try Registry.current.makeDestinations(of: .migrations).map(\.name) == [
        "accounts", "notes", "search", "sharing",
      ])
    #expect(Registry.current.keys(of: .healthChecks) == ["database"])
  }

  @Test func migrationsAreMadeOnceAndInOrder() async throws {
    try await withTemporaryFolder { folder in
      for round in 0..<2 {
        try await Registry { StorageModule(folder: folder) }.run {
          let database = try Registry.current.makeDestination(to: .database)
          let made = try await database.pool.read {
            try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid")
          }
          #expect(made == ["accounts", "notes", "search", "sharing"])
          let accounts = try Registry.current.makeDestination(to: .accountStorage)
          if round == 0 { _ = try await accounts.addAccount(name: "ann", passwordHash: "hash") }
          #expect(try await accounts.users().map(\.name) == ["ann"])
        }
      }
    }
  }

  @Test func aChangeIsOnTheDiskBeforeItIsConfirmed() async throws {
    try await withStorages { storages in
      @Sendable func pragmas(_ database: Database) throws -> [String] {
        [
          try String.fetchOne(database, sql: "PRAGMA journal_mode") ?? "",
          try String.fetchOne(database, sql: "PRAGMA synchronous") ?? "",
          try String.fetchOne(database, sql: "PRAGMA foreign_keys") ?? "",
        ]
      }
      // 2 is FULL; it doesn't matter to readers.
      let writer = try await storages.database.pool.writeWithoutTransaction(pragmas)
      let reader = try await storages.database.pool.read(pragmas)
      #expect(writer == ["wal", "2", "1"])
      #expect(reader[0] == "wal")
    }
  }

  @Test func savingRequiresTheVersionThatWasRead() async throws {
    try await withStorages { storages in
      let notes = storages.notes
      let first = try await notes.save(Note(title: "A", text: "first"), of: storages.ann)
      #expect(first.version == 1)
      var draft = first
      draft.text = "second"
      #expect(try await notes.save(draft, of: storages.ann).version == 2)
      draft.text = "lost?"
      await #expect(throws: StorageProblem.conflict) { try await notes.save(draft, of: storages.ann) }
      #expect(try await notes.note(id: first.id, of: storages.ann).text == "second")

      // A new note that's sent twice is saved once, unless it isn't the same.
      let new = Note(title: "B", text: "once")
      for _ in 0..<2 { _ = try await notes.save(new, of: storages.ann) }
      #expect(
        try await notes.notes(of: storages.ann, folder: nil, limit: 10, offset: 0).notes.map(\.title)
          == ["B", "A"])
      var other = new
      other.text = "twice"
      await #expect(throws: StorageProblem.conflict) { try await notes.save(other, of: storages.ann) }
    }
  }

  @Test func everyQueryIsAboutOneUser() async throws {
    try await withStorages { storages in
      let (notes, ann, bob) = (storages.notes, storages.ann, storages.bob)
      let folder = try await notes.addFolder(name: "Hidden", of: ann)
      let note = try await notes.save(Note(folder: folder.id, title: "Secret", text: "words"), of: ann)
      let share = try await storages.shares.share(note: note.id, of: ann)

      #expect(try await notes.folders(of: bob).isEmpty)
      #expect(try await notes.notes(of: bob, folder: nil, limit: 10, offset: 0).total == 0)
      #expect(try await notes.notes(of: bob, folder: folder.id, limit: 10, offset: 0).total == 0)
      #expect(try await storages.search.find(["words"], of: bob, revision: 0, limit: 10).total == 0)
      #expect(try await storages.shares.shares(of: bob).isEmpty)
      await #expect(throws: StorageProblem.missing) { try await notes.note(id: note.id, of: bob) }
      await #expect(throws: StorageProblem.missing) { try await notes.save(note, of: bob) }
      var new = note
      new.version = 0
      await #expect(throws: StorageProblem.missing) { try await notes.save(new, of: bob) }
      await #expect(throws: StorageProblem.missing) {
        try await notes.renameFolder(id: folder.id, to: "Taken", of: bob)
      }
      await #expect(throws: StorageProblem.missing) {
        try await storages.shares.share(note: note.id, of: bob)
      }
      await #expect(throws: StorageProblem.missing) {
        try await storages.shares.unshare(note: note.id, of: bob)
      }
      try await notes.deleteNote(id: note.id, of: bob)
      try await notes.deleteFolder(id: folder.id, of: bob)
      // A note of one's own doesn't get into another's folder.
      let own = try await notes.save(Note(folder: folder.id, title: "Mine"), of: bob)
      #expect(own.folder == nil)

      #expect(try await notes.note(id: note.id, of: ann) == note)
      #expect(try await notes.folders(of: ann) == [Folder(id: folder.id, name: "Hidden", count: 1)])
      #expect(try await storages.shares.shares(of: ann) == [share])
    }
  }

  @Test func aFolderHasANameOfItsOwnAndLeavesItsNotes() async throws {
    try await withStorages { storages in
      let (notes, ann) = (storages.notes, storages.ann)
      let folder = try await notes.addFolder(name: "Garden", of: ann)
      await #expect(throws: StorageProblem.nameTaken("GARDEN")) {
        try await notes.addFolder(name: "GARDEN", of: ann)
      }
      _ = try await notes.addFolder(name: "Garden", of: storages.bob)
      let other = try await notes.addFolder(name: "Yard", of: ann)
      await #expect(throws: StorageProblem.nameTaken("Garden")) {
        try await notes.renameFolder(id: other.id, to: "Garden", of: ann)
      }
      let note = try await notes.save(Note(folder: folder.id, title: "Beans"), of: ann)
      try await notes.deleteFolder(id: folder.id, of: ann)
      #expect(try await notes.note(id: note.id, of: ann).folder == nil)
    }
  }

  @Test func aSessionEndsAfterItsTimeAndWhenItIsClosed() async throws {
    try await withStorages { storages in
      let (accounts, ann) = (storages.accounts, storages.ann)
      @Sendable func keys() async throws -> [String] {
        try await storages.database.pool.read {
          try String.fetchAll($0, sql: "SELECT key FROM session ORDER BY key")
        }
      }
      try await accounts.openSession(key: "future", user: ann, until: Date(timeIntervalSinceNow: 60))
      try await accounts.openSession(key: "past", user: ann, until: Date(timeIntervalSinceNow: -1))
      #expect(try await keys() == ["future", "past"])
      #expect(try await accounts.session(key: "past") == nil)
      #expect(try await accounts.session(key: "future")?.user.id == ann)
      // The next log-in removes what has expired.
      try await accounts.openSession(key: "other", user: ann, until: Date(timeIntervalSinceNow: 60))
      #expect(try await keys() == ["future", "other"])
      try await accounts.closeSession(key: "future")
      #expect(try await accounts.session(key: "future") == nil)
    }
  }

  @Test func theIndexFollowsTheNotes() async throws {
    try await withStorages { storages in
      let (notes, ann) = (storages.notes, storages.ann)
      @Sendable func titles(_ words: String...) async throws -> [String] {
        try await storages.search.find(words, of: ann, revision: 0, limit: 10).notes.map(\.title)
      }
      var note = try await notes.save(Note(title: "Café", text: "Bread and cheese."), of: ann)
      #expect(try await titles("chee", "BREAD") == ["Café"])
      #expect(try await titles("cafe") == ["Café"])
      note.text = "Only bread."
      note = try await notes.save(note, of: ann)
      #expect(try await titles("cheese").isEmpty)
      #expect(try await titles("bread") == ["Café"])
      try await notes.deleteNote(id: note.id, of: ann)
      #expect(try await titles("bread").isEmpty)
    }
  }

  @Test func eachChangeOfNotesHasARevision() async throws {
    try await withStorages { storages in
      let (accounts, notes, ann) = (storages.accounts, storages.notes, storages.ann)
      try await accounts.openSession(key: "key", user: ann, until: .distantFuture)
      let note = try await notes.save(Note(title: "A"), of: ann)
      #expect(try await accounts.session(key: "key")?.revision == 1)
      _ = try await notes.save(Note(title: "B"), of: storages.bob)
      #expect(try await accounts.session(key: "key")?.revision == 1)
      try await notes.deleteNote(id: note.id, of: ann)
      #expect(try await accounts.session(key: "key")?.revision == 2)
    }
  }

  @Test func aShareEndsWithItsNote() async throws {
    try await withStorages { storages in
      let note = try await storages.notes.save(Note(title: "A"), of: storages.ann)
      let share = try await storages.shares.share(note: note.id, of: storages.ann)
      #expect(try await storages.shares.share(note: note.id, of: storages.ann) == share)
      #expect(try await storages.shares.sharedNote(token: share.token).owner == "ann")
      try await storages.notes.deleteNote(id: note.id, of: storages.ann)
      await #expect(throws: StorageProblem.missing) {
        try await storages.shares.sharedNote(token: share.token)
      }
      #expect(try await storages.shares.shares(of: storages.ann).isEmpty)
    }
  }

  @Test func theFirstAccountIsTheAdministrators() async throws {
    try await withStorages { storages in
      let users = try await storages.accounts.users()
      #expect(users.map(\.isAdministrator) == [true, false])
      await #expect(throws: StorageProblem.nameTaken("Ann")) {
        try await storages.accounts.addAccount(name: "Ann", passwordHash: "hash")
      }
    }
  }
}
