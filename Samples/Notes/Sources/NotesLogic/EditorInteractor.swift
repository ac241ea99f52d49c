import NotesInterfaces

/// The actions on a note, for any view.
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
  /// The message for the user.
  public var description: String { "a note needs a title" }
}
