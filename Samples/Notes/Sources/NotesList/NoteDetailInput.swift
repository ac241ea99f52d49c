import NotesInterfaces
import ScreenKit
import Waymark

/// The list's requirement: a screen that shows one note.
///
/// The application connects it with an interface of another module.
@MainActor
public protocol NoteDetailInput: Screen {
  /// Shows a note.
  func show(_ note: Note)
}

extension RoutableView where Protocol == any NoteDetailInput {
  /// Asks for the screen.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
