import Foundation
import NotesInterfaces
import NotesStorage
import Testing
import Waymark

@Suite("Storage of notes in a file")
struct StorageTests: RouteVocabulary {
  private func storage(_ file: URL) async throws -> any NoteStorage {
    let registry = try Registry { StorageModule(file: file) }
    try await registry.start()
    return try registry.makeDestination(to: Service<any NoteStorage>())
  }

  @Test func `the storage saves, changes, and deletes notes`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "new/folder/notes.json")
      let storage = try await storage(file)
      #expect(try storage.notes() == [])
      let first = try storage.save(Note(title: "One"))
      let second = try storage.save(Note(title: "Two", body: "zwei, två, 二 🗺️"))
      #expect(first.id == 1 && second.id == 2)
      _ = try storage.save(Note(id: 1, title: "Eins"))
      #expect(try await self.storage(file).notes() == [Note(id: 1, title: "Eins"), second])
      #expect(try storage.delete(id: 2) == second)
      #expect(try storage.save(Note(title: "Three")).id == 3, "a number is not used again")
      #expect(throws: MissingNote(id: 2)) { try storage.delete(id: 2) }
      #expect(throws: MissingNote(id: 7)) { try storage.save(Note(id: 7, title: "Seven")) }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).sorted()
          == ["notes.json", "notes.json.lock"], "no temporary file is left")
    }
  }

  @Test(arguments: [
    ("", "it is not JSON"),
    ("{ \"notes\": [", "it is not JSON"),
    ("{ \"version\": 1, \"nextID\": 2 }", "'notes' is missing"),
    (
      "{ \"version\": 1, \"nextID\": 2, \"notes\": [{ \"id\": \"x\", \"title\": \"\", \"body\": \"\" }] }",
      "unexpected value at .notes[0].id"
    ),
    (
      "{ \"version\": 9, \"nextID\": 2, \"notes\": [] }",
      "it is of version 9, and this program reads version 1"
    ),
    (
      """
      { "version": 1, "nextID": 2, "notes": [{ "id": 1, "title": "", "body": "" }, { "id": 1, "title": "", "body": "" }] }
      """, "two notes have the same number"
    ),
  ])
  func `a damaged file is reported and stays unchanged`(contents: String, detail: String) async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "notes.json")
      try Data(contents.utf8).write(to: file)
      let storage = try await storage(file)
      for attempt in [{ _ = try storage.notes() }, { _ = try storage.save(Note(title: "New")) }] {
        let error = #expect(throws: StorageError.self) { try attempt() }
        #expect(error?.reason == .damaged && error?.detail == detail)
      }
      #expect(try Data(contentsOf: file) == Data(contents.utf8))
    }
  }

  @Test func `a folder in place of the file is reported`() async throws {
    try await withTemporaryFolder { folder in
      let error = await #expect(throws: StorageError.self) { try await storage(folder).notes() }
      #expect(error?.reason == .unreadable)
    }
  }

  @Test func `a location without write access is reported`() async throws {
    let storage = try await storage(URL(filePath: "/dev/null/notes.json"))
    let error = #expect(throws: StorageError.self) { try storage.save(Note(title: "New")) }
    #expect(error?.reason == .unwritable)
    #expect(error?.description.hasPrefix("cannot write /dev/null/notes.json: ") == true)
  }

  @Test func `opening the storage removes the temporary files of a crash`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "notes.json")
      let names = [".notes.json.\(UUID().uuidString)", ".notes.json.swp", "notes.json"]
      for name in names { try Data("{}".utf8).write(to: folder.appending(path: name)) }
      _ = try await storage(file)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == [".notes.json.swp", "notes.json", "notes.json.lock"])
    }
  }

  @Test func `a stopped storage refuses changes`() async throws {
    try await withTemporaryFolder { folder in
      let registry = try Registry { StorageModule(file: folder.appending(path: "notes.json")) }
      let storage = try await registry.run {
        try Registry.current.makeDestination(to: Service<any NoteStorage>())
      }
      let error = #expect(throws: StorageError.self) { try storage.save(Note(title: "Late")) }
      #expect(error?.detail == "the application has ended")
      #expect(try storage.notes().isEmpty)
    }
  }

  /// A program that is killed at any moment of a save leaves a file that can be read.
  @Test func `a crash keeps the saved notes`() async throws {
    try await withTemporaryFolder { folder in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      #expect(try notes("new", "Before").code == 0)
      for round in 0..<30 {
        let process = Process()
        process.executableURL = URL(filePath: try Notes.executablePath())
        process.arguments = ["edit", "1", "--body", "round \(round)", "--store", notes.store.path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        try await Task.sleep(for: .milliseconds(round))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let saved = try await storage(notes.store).notes()
        #expect(saved.map(\.title) == ["Before"])
        #expect(saved[0].body.isEmpty || saved[0].body.hasPrefix("round "))
      }
    }
  }

  @Test func `concurrent programs keep all notes`() async throws {
    try await withTemporaryFolder { folder in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let processes = try (0..<8).map { number in
        let process = Process()
        process.executableURL = URL(filePath: try Notes.executablePath())
        process.arguments = ["new", "Note \(number)", "--store", notes.store.path]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
      }
      for process in processes { process.waitUntilExit() }
      let saved = try await storage(notes.store).notes()
      #expect(Set(saved.map(\.title)) == Set((0..<8).map { "Note \($0)" }))
      #expect(saved.map(\.id) == Array(1...8))
    }
  }
}
