/// A note is locked, and what was asked for would show or change it.
public struct LockedNote: Error, Equatable, CustomStringConvertible {
  /// The number of the note.
  public let id: Note.ID

  /// Creates the error.
  public init(id: Note.ID) { self.id = id }

  /// The message for the user.
  public var description: String {
    "note \(id) is locked; 'notes' opens it with the passcode, and there ^L unlocks it"
  }
}
