import NotesInterfaces
import ScreenKit
import Waymark

/// Deletes a note, if the user is sure.
public final class DeleteAction: NoteAction {
  /// The key, and the word for it.
  public let hint = KeyHint("d", "delete")

  private let storage: any NoteStorage
  private let alerts: DestinationViewRouter<any AlertInput>

  /// Creates the action.
  ///
  /// - Parameters:
  ///   - storage: The notes.
  ///   - alerts: Asks the user first.
  public init(storage: any NoteStorage, alerts: DestinationViewRouter<any AlertInput>) {
    self.storage = storage
    self.alerts = alerts
  }

  /// Asks, and deletes the note.
  public func perform(on note: Note, in window: any ScreenWindow) async throws -> Bool {
    guard !note.isLocked else { throw LockedNote(id: note.id) }
    let answer = try await alerts.choose(
      "Delete?", message: "'\(note.title)' cannot be brought back.", buttons: ["Cancel", "Delete"], in: window
    )
    guard answer == "Delete" else { return false }
    _ = try storage.delete(id: note.id)
    return true
  }
}
