import Waymark

/// Keeps folders and notes.
///
/// Every function is about one user's, and finds no others.
public protocol NoteStorage: Sendable {
  /// Returns the folders of a user, by name.
  func folders(of user: String) async throws -> [Folder]
  /// Adds a folder.
  ///
  /// - Throws: `StorageProblem.nameTaken`.
  func addFolder(name: String, of user: String) async throws -> Folder
  /// Gives a folder another name.
  func renameFolder(id: String, to name: String, of user: String) async throws
  /// Deletes a folder. Its notes stay, in no folder.
  func deleteFolder(id: String, of user: String) async throws
  /// Returns the newest notes of a folder, or of all folders if it's nil.
  func notes(of user: String, folder: String?, limit: Int, offset: Int) async throws -> NoteList
  /// Returns a note.
  ///
  /// - Throws: `StorageProblem.missing`.
  func note(id: String, of user: String) async throws -> Note
  /// Saves a note durably, and returns it with its new version.
  ///
  /// - Throws: `StorageProblem.conflict` if the note's version isn't the stored one; a new note has version 0.
  func save(_ note: Note, of user: String) async throws -> Note
  /// Deletes a note, if it exists.
  func deleteNote(id: String, of user: String) async throws
}

extension RoutableService<any NoteStorage> {
  /// The storage of folders and notes.
  public static var noteStorage: Self { declared() }
}
