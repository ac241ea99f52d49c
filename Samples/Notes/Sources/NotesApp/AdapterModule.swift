import NotesAlert
import NotesEditor
import NotesInterfaces
import NotesList
import ScreenKit
import Waymark

/// Connects the interfaces that modules require with interfaces of other modules, under names of their own.
struct AdapterModule: RouteModule {
  var routes: Routes {
    Adapter(View<any NoteDetailInput>(), for: View<any EditorInput>()) { EditorDetail($0) }
    Adapter(View<any SaveNoticeInput>(), for: View<any EasyAlertInput>()) { AlertNotice($0) }
  }
}

/// The editor as the list wants it.
private final class EditorDetail: NoteDetailInput {
  private let editor: any EditorInput

  init(_ editor: any EditorInput) { self.editor = editor }

  func show(_ note: Note) { editor.note = note }
  func render(width: Int) -> [String] { editor.render(width: width) }
}

/// An alert as the editor wants it.
private final class AlertNotice: SaveNoticeInput {
  private let alert: any EasyAlertInput

  init(_ alert: any EasyAlertInput) { self.alert = alert }

  func announce(_ note: Note) { alert.message = "Saved note \(note.id)." }
  func render(width: Int) -> [String] { alert.render(width: width) }
}
