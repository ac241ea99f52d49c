import ScreenKit
import Waymark

/// The screen that lists the notes.
@MainActor
public protocol NoteListInput: Screen {
  /// The folder of the listed notes, or nil for all notes.
  var folder: String? { get set }

  /// Reads the notes again.
  func reload() throws

  /// Shows the note with a number below the list.
  func open(id: Note.ID) throws
}

extension RoutableView where Protocol == any NoteListInput {
  /// Asks for the list.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
