/// A request would show or change a locked note.
public struct LockedNote: Error, Equatable, CustomStringConvertible {
  /// The number of the note.
  public let id: Note.ID

  /// Creates the error.
  public init(id: Note.ID) { self.id = id }

  /// The message for the user.
  public var description: String {
    "note \(id) is locked. In 'notes', open it with the passcode, and unlock it with ^L"
  }
}
