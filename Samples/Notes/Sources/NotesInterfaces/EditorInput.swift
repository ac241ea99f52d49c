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

/// What the editor's route is told about the note to edit.
@MainActor
public protocol EditorModuleConfig {
  /// The note to begin with; nil for a new one.
  var note: Note? { get set }
}

extension RoutableView where Protocol == any EditorInput {
  /// Asks for the editor.
  public init() { self.init(declaredProtocol: Protocol.self) }
}

extension RoutableViewModule where Protocol == any EditorModuleConfig {
  /// Asks for the editor's configuration.
  public init() { self.init(declaredProtocol: Protocol.self) }
}
