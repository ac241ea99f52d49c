import NotesInterfaces
import ScreenKit
import Waymark

/// The ways from the list to other screens, which the list doesn't know by type.
@MainActor
struct NoteListWays {
  let details: DestinationViewRouter<any NoteDetailInput>
  let editors: ModuleViewRouter<any EditorModuleConfig>
  let alerts: DestinationViewRouter<any AlertInput>

  /// Requests the editor for a note, which the guard of locked notes may still refuse.
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
