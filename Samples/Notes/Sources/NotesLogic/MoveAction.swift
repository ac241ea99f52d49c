import NotesInterfaces
import ScreenKit
import Waymark

/// Moves a note to another folder.
public final class MoveAction: NoteAction {
  /// The key, and the word for it.
  public let hint = KeyHint("m", "move")

  private let storage: any NoteStorage
  private let prompts: DestinationViewRouter<any PromptInput>

  /// Creates the action.
  ///
  /// - Parameters:
  ///   - storage: The notes.
  ///   - prompts: Asks for the folder.
  public init(storage: any NoteStorage, prompts: DestinationViewRouter<any PromptInput>) {
    self.storage = storage
    self.prompts = prompts
  }

  /// Asks for the folder, and saves the note in it.
  public func perform(on note: Note, in window: any ScreenWindow) async throws -> Bool {
    let name: String? = try await prompts.ask(.popover(from: window)) { prompt, answer in
      prompt.title = "Folder of '\(note.title)'"
      prompt.text = note.folder
      prompt.onEntry = { answer($0) }
    }
    guard let name else { return false }
    var note = note
    note.folder = name.split(separator: " ").joined(separator: " ")
    _ = try storage.save(note)
    return true
  }
}
