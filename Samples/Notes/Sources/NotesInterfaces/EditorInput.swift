import ScreenKit
import Waymark

/// The screen of one note.
@MainActor
public protocol EditorInput: Screen {
  /// The note as it stands on the screen.
  var note: Note { get set }

  /// Saves the note.
  ///
  /// - Returns: The note as it was saved.
  @discardableResult
  func save() throws -> Note
}

/// The information for the editor's route about the note to edit.
@MainActor
public protocol EditorModuleConfig {
  /// The note to begin with, or nil for a new one.
  var note: Note? { get set }
  /// The number of the note to begin with, where only that is known.
  var id: Note.ID? { get set }
}

extension EditorModuleConfig {
  /// Returns the note to begin with, reading it if only its number is known, or nil for a new one.
  ///
  /// - Parameter storage: Gets the storage, which is not asked for otherwise.
  public func note(in storage: () throws -> any NoteStorage) throws -> Note? {
    if let note { return note }
    guard let id else { return nil }
    return try storage().note(id: id)
  }
}

extension RoutableView where Protocol == any EditorInput {
  /// Asks for the editor.
  public init() { self.init(declaredProtocol: Protocol.self) }
}

extension RoutableViewModule where Protocol == any EditorModuleConfig {
  /// Asks for the editor's configuration.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
