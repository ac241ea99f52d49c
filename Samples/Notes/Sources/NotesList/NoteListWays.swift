import NotesInterfaces
import ScreenKit
import Waymark

/// The ways from the list to other screens, none of which it knows by its type.
@MainActor
struct NoteListWays {
  let details: DestinationViewRouter<any NoteDetailInput>
  let editors: ModuleViewRouter<any EditorModuleConfig>
  let alerts: DestinationViewRouter<any AlertInput>

  /// Shows a note to be written; what guards locked notes decides later.
  func edit(_ note: Note, along path: RoutePath) throws {
    try editors.perform(path) { module, route in
      module.note = note
      route.onFailure = { error in refused(error, along: path) }
    }
  }

  private func refused(_ error: RouteError, along path: RoutePath) {
    // Who turns away from the log-in knows why.
    guard !(error.underlying is CancellationError), let window = path.source as? any ScreenWindow else {
      return
    }
    // An alert that cannot be shown either is in the log.
    try? alerts.ask("Not possible", message: error.message, buttons: ["OK"], in: window) { _ in }
  }
}
