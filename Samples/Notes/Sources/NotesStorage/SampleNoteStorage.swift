import NotesInterfaces
import Synchronization

/// Sample notes in memory, for a look at the program without a file.
final class SampleNoteStorage: NoteStorage {
  private let saved = Mutex([
    Note(id: 1, title: "Welcome", body: "These notes are samples; nothing is written to a file."),
    Note(id: 2, title: "Bread", body: "Flour, water, salt.", folder: "Recipes"),
    Note(id: 3, title: "Soup", body: "What is there.", folder: "Recipes"),
  ])

  func notes() -> [Note] { saved.withLock { $0 } }

  func save(_ note: Note) -> Note {
    saved.withLock { notes in
      var note = note
      if note.id == 0 { note.id = (notes.last?.id ?? 0) + 1 }
      notes = (notes.filter { $0.id != note.id } + [note]).sorted { $0.id < $1.id }
      return note
    }
  }

  func delete(id: Note.ID) throws -> Note {
    let note = try note(id: id)
    saved.withLock { notes in notes.removeAll { $0.id == id } }
    return note
  }
}
