import NotesInterfaces

/// What can be done with a note, whatever it looks like.
@MainActor
final class EditorInteractor {
  private let storage: any NoteStorage

  init(storage: any NoteStorage) { self.storage = storage }

  func save(_ note: Note) throws -> Note {
    guard !note.title.allSatisfy(\.isWhitespace) else { throw UntitledNote() }
    return try storage.save(note)
  }
}

/// A note needs a title.
struct UntitledNote: Error, CustomStringConvertible {
  var description: String { "a note needs a title" }
}
