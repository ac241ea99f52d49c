import NotesInterfaces
import ScreenKit
import Waymark

/// The ways from the list to other screens, none of which it knows by its type.
@MainActor
struct NoteListWays {
  let details: DestinationViewRouter<any NoteDetailInput>
  let editors: ModuleViewRouter<any EditorModuleConfig>
  let alerts: DestinationViewRouter<any AlertInput>
  let prompts: DestinationViewRouter<any PromptInput>

  /// Shows a note to be written; what guards locked notes decides later.
  func edit(_ note: Note, along path: RoutePath) throws {
    try editors.perform(path) { module, route in
      module.note = note
      route.onFailure = { error in refused(error, along: path) }
    }
  }

  /// Opens a note that was saved, by its URL, so that it is found again after a restart.
  func open(_ note: Note, from window: any ScreenWindow) throws {
    let path = RoutePath.push(from: window)
    try editors.registry.open(editors.url(["id": "\(note.id)"]), path) { route in
      route.onFailure = { error in refused(error, along: path) }
    }
  }

  /// Asks in which folder a note shall be.
  ///
  /// - Returns: The name of the folder; nil where the user turns away.
  func askForFolder(of note: Note, in window: any ScreenWindow) async throws -> String? {
    let name: String? = try await prompts.ask(.popover(from: window)) { prompt, answer in
      prompt.title = "Folder of '\(note.title)'"
      prompt.text = note.folder
      prompt.onEntry = { answer($0) }
    }
    return name.map { $0.split(separator: " ").joined(separator: " ") }
  }

  private func refused(_ error: RouteError, along path: RoutePath) {
    // Who turns away from the log-in knows why.
    guard !(error.underlying is CancellationError), let window = path.source as? any ScreenWindow else {
      return
    }
    window.perform {
      _ = try await alerts.choose("Not possible", message: error.message, buttons: ["OK"], in: window)
    }
  }
}
