import HTTPTypes
import Hummingbird

/// The form of a new note.
struct NewNoteAddress: PageAddress {
  /// The folder for the note.
  var folder: String?
}

/// The form of a new note.
///
/// It contains the note's identifier, so that sending it twice saves one note.
struct NewNotePage: Page {
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: NewNoteAddress
  let notebook: Notebook
  let pages: PageWriter

  private var form: NoteForm { NoteForm(notebook: notebook, pages: pages) }

  func get() async throws -> Response {
    try form.page(Note(folder: address.folder), folders: try await notebook.folders())
  }

  func post() async throws -> Response {
    let id = pages.form["id"]
    guard id.wholeMatch(of: #/[A-Za-z0-9_-]{22}/#) != nil else {
      throw HTTPError.invalid("The form isn't complete.")
    }
    return try await form.save(pages.form, id: id)
  }
}
