import Waymark

/// Keeps notes.
public protocol NoteStorage: Sendable {
  /// All notes, by their number.
  func notes() throws -> [Note]

  /// Saves a note: a new one if its number is 0, which then gets the next number.
  ///
  /// - Returns: The note as it was saved.
  func save(_ note: Note) throws -> Note

  /// Deletes a note.
  ///
  /// - Returns: The note that was deleted.
  func delete(id: Note.ID) throws -> Note
}

extension NoteStorage {
  /// The note with a number.
  public func note(id: Note.ID) throws -> Note {
    guard let note = try notes().first(where: { $0.id == id }) else { throw MissingNote(id: id) }
    return note
  }
}

/// There is no note with this number.
public struct MissingNote: Error, Equatable, CustomStringConvertible {
  /// The number that was asked for.
  public let id: Note.ID

  /// Creates the error.
  public init(id: Note.ID) { self.id = id }

  /// The message for the user.
  public var description: String { "there is no note \(id); 'notes list' shows the notes there are" }
}

extension RoutableService where Protocol == any NoteStorage {
  /// Asks for the storage.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
