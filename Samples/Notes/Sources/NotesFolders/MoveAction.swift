import NotesInterfaces
import ScreenKit
import Waymark

/// Moves a note to another folder.
final class MoveAction: NoteAction {
  let hint = KeyHint("m", "move")

  private let storage: any NoteStorage
  private let prompts: DestinationViewRouter<any PromptInput>

  init(storage: any NoteStorage, prompts: DestinationViewRouter<any PromptInput>) {
    self.storage = storage
    self.prompts = prompts
  }

  func perform(
    on note: Note, in window: any ScreenWindow, changed: @escaping @MainActor () throws -> Void
  ) throws {
    try prompts.perform(.popover(from: window)) { [storage] route in
      route.prepareDestination = {
        $0.title = "Folder of '\(note.title)'"
        $0.text = note.folder
        $0.onEntry = { name in
          var note = note
          note.folder = name.split(separator: " ").joined(separator: " ")
          _ = try storage.save(note)
          try changed()
        }
      }
    }
  }
}
