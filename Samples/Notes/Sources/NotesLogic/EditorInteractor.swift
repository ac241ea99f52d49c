import NotesInterfaces

/// What can be done with a note, whatever it looks like.
@MainActor
public final class EditorInteractor {
  private let storage: any NoteStorage

  /// Creates the interactor of a storage.
  public init(storage: any NoteStorage) { self.storage = storage }

  /// Saves a note that has a title.
  ///
  /// - Returns: The note as it was saved.
  public func save(_ note: Note) throws -> Note {
    guard !note.title.allSatisfy(\.isWhitespace) else { throw UntitledNote() }
    return try storage.save(note)
  }
}

/// A note needs a title.
public struct UntitledNote: Error, CustomStringConvertible {
  /// What to tell the user.
  public var description: String { "a note needs a title" }
}
