import Foundation
import NotesApp
import NotesInterfaces
import ScreenKit
import Synchronization
import Testing
import Waymark

/// A storage in memory, in the place of the file.
private final class MemoryStorage: NoteStorage {
  private let saved: Mutex<[Note]>

  init(_ notes: [Note] = []) { saved = Mutex(notes) }

  func notes() throws -> [Note] { saved.withLock { $0 } }

  func save(_ note: Note) throws -> Note {
    saved.withLock { notes in
      var note = note
      if note.id == 0 { note.id = notes.count + 1 }
      notes.removeAll { $0.id == note.id }
      notes.append(note)
      return note
    }
  }

  func delete(id: Note.ID) throws -> Note {
    let note = try note(id: id)
    saved.withLock { notes in notes.removeAll { $0.id == id } }
    return note
  }
}

private struct BrokenStorage: NoteStorage {
  struct Broken: Error {}
  func notes() throws -> [Note] { throw Broken() }
  func save(_ note: Note) throws -> Note { throw Broken() }
  func delete(id: Note.ID) throws -> Note { throw Broken() }
}

@MainActor @Suite("Modules with an in-memory storage")
struct ModuleTests: RouteVocabulary {
  private func application(
    _ storage: @escaping @Sendable () -> some NoteStorage & Sendable
  ) throws -> Registry {
    try Registry { NotesApplication(store: URL(filePath: "/nowhere/notes.json")) }.overriding {
      Route(storage) {
        Service<any NoteStorage>()
        Singleton()
      }
    }
  }

  @Test func `the list shows all notes and the open note`() throws {
    let registry = try application {
      MemoryStorage([Note(id: 9, title: "Nine"), Note(id: 10, title: "Ten")])
    }
    let list = try registry.makeDestination(to: View<any NoteListInput>())
    #expect(list.render(width: 20) == [" 9  Nine", "10  Ten"])
    try list.open(id: 10)
    #expect(
      list.render(width: 20) == [" 9  Nine", "10  Ten", "", "Ten (note 10)", "=============", "(empty)"])
    #expect(throws: MissingNote(id: 11)) { try list.open(id: 11) }
  }

  @Test func `an empty list shows how to begin`() throws {
    let registry = try application { MemoryStorage() }
    let list = try registry.makeDestination(to: View<any NoteListInput>())
    #expect(list.render(width: 80) == ["There are no notes. 'notes new TITLE' writes the first."])
  }

  @Test func `the list rethrows errors of the storage`() throws {
    let registry = try application { BrokenStorage() }
    let problem = #expect(throws: RouteError.self) {
      try registry.makeDestination(to: View<any NoteListInput>())
    }
    #expect(problem?.code == .preparationFailed && problem?.underlying is BrokenStorage.Broken)
  }

  @Test func `the editor loads and saves the note of its configuration`() throws {
    let registry = try application { MemoryStorage() }
    let router = try #require(registry.router(to: ViewModule<any EditorModuleConfig>()))
    let editor = try router.makeDestination(as: View<any EditorInput>()) { $0.note = Note(title: "New") }
    #expect(editor.render(width: 40) == ["New (new note)", "==============", "(empty)"])
    editor.note.body = "A body that is broken between its words."
    #expect(try editor.save().id == 1)
    #expect(
      editor.render(width: 20) == [
        "New (note 1)", "============", "A body that is", "broken between its", "words.",
        "+---------------+", "| Saved note 1. |", "|          [OK] |", "+---------------+",
      ])
    let storage = try registry.makeDestination(to: Service<any NoteStorage>())
    #expect(try storage.notes() == [editor.note])
  }

  @Test(arguments: ["", "  "])
  func `the editor doesn't save a note without a title`(title: String) throws {
    let registry = try application { MemoryStorage() }
    let editor = try registry.makeDestination(to: View<any EditorInput>()) { $0.note.title = title }
    let problem = #expect(throws: (any Error).self) { try editor.save() }
    #expect(problem.map { "\($0)" } == "a note needs a title")
    #expect(try registry.makeDestination(to: Service<any NoteStorage>()).notes().isEmpty)
  }

  @Test func `an alert draws its buttons`() throws {
    let registry = try application { MemoryStorage() }
    let alert = try registry.makeDestination(to: View<any AlertInput>()) {
      $0.title = "Delete?"
      $0.message = "It cannot be brought back."
      $0.buttons = ["Cancel", "Delete"]
    }
    #expect(
      alert.render(width: 22) == [
        "+-------------------+", "| Delete?           |", "| It cannot be      |", "| brought back.     |",
        "| [Cancel] [Delete] |", "+-------------------+",
      ])
    let easy = try #require(try registry.router(identifier: "easy-alert")?.makeDestination() as? any Screen)
    #expect(easy.render(width: 10) == ["+------+", "| [OK] |", "+------+"])
  }

  @Test(arguments: [1, 2, 5, 9, 20, 80])
  func `no screen exceeds its width`(width: Int) throws {
    let long = Note(id: 1, title: "A very long title of a note", body: "An incomprehensibilities of\n\nwords")
    let registry = try application { MemoryStorage([long]) }
    let list = try registry.makeDestination(to: View<any NoteListInput>())
    try list.open(id: 1)
    let alert = try registry.makeDestination(to: View<any EasyAlertInput>()) { $0.message = long.title }
    for screen in [list, alert] as [any Screen] {
      #expect(screen.render(width: width).allSatisfy { $0.count <= width })
    }
  }

  @Test func `the application can make every route`() async throws {
    let registry = try Registry { NotesApplication(store: URL(filePath: "/nowhere/notes.json")) }
    #expect(registry.diagnostics.map(\.code) == [.openRoutes])
    #expect(registry.startOrder == ["FileNoteStorage"])
    try await registry.run { #expect(registry.dryRun().diagnostics.isEmpty) }
    #expect(
      registry.routes.map(\.module) == [
        "StorageModule", "EditorModule", "EditorModule", "NoteListModule", "FolderListModule",
        "FolderListModule", "AlertModule", "AlertModule", "AlertModule", "LockModule", "LockModule",
      ])
  }
}
