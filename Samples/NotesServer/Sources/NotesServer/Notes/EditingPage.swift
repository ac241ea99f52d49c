import HTTPTypes
import Hummingbird

/// The form of a note.
struct EditingAddress: PageAddress {
  var note = ""
}

/// The form of a note that exists.
struct EditingPage: Page {
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: EditingAddress
  let notebook: Notebook
  let pages: PageWriter

  private var form: NoteForm { NoteForm(notebook: notebook, pages: pages) }

  func get() async throws -> Response {
    try form.page(try await notebook.note(address.note), folders: try await notebook.folders())
  }

  func post() async throws -> Response { try await form.save(pages.form, id: address.note) }
}

/// The form of a note, for a new one and for one that exists.
struct NoteForm {
  let notebook: Notebook
  let pages: PageWriter

  /// Saves the note of a form, or returns the form with the problem and the user's text.
  func save(_ form: Form, id: String) async throws -> Response {
    let note = Note(
      id: id, folder: form["folder"].isEmpty ? nil : form["folder"], title: form["title"],
      text: form["text"], version: Int(form["version"]) ?? 0)
    do {
      let saved = try await notebook.save(note)
      return .redirect(to: try pages.links(NoteAddress(note: saved.id, notice: .saved)))
    } catch StorageProblem.conflict {
      let stored = try await notebook.note(note.id)
      var mine = note
      mine.version = stored.version
      let sentence =
        "\(StorageProblem.conflict) Your text is in the form; save it again to replace the stored one below."
      return try page(
        mine, folders: try await notebook.folders(), problem: HTTPError(.conflict, message: sentence),
        stored: stored)
    } catch StorageProblem.unavailable(let detail) {
      let problem = HTTPError(.serviceUnavailable, message: "\(StorageProblem.unavailable(detail))")
      return try page(note, folders: nil, problem: problem)
    } catch {
      let problem = try HTTPError.ofForm(error)
      return try page(note, folders: try? await notebook.folders(), problem: problem)
    }
  }

  /// Returns the page with the form.
  ///
  /// - Parameter folders: The folders to choose from. If they are unknown, the note stays in its folder.
  func page(
    _ note: Note, folders: [Folder]?, problem: HTTPError? = nil, stored: Note? = nil
  ) throws -> Response {
    let folders = folders ?? note.folder.map { [Folder(id: $0, name: "Unchanged", count: 0)] } ?? []
    let isNew = note.version == 0
    var values: [String: Any] = [
      "heading": isNew ? "New note" : "Edit note", "id": note.id, "title": note.title, "text": note.text,
      "version": note.version,
      "action": isNew
        ? try pages.links(NewNoteAddress()) : try pages.links(EditingAddress(note: note.id)),
      "back": isNew ? try pages.links(NotesAddress()) : try pages.links(NoteAddress(note: note.id)),
      "folders": folders.map { folder in
        ["id": folder.id, "name": folder.name, "isSelected": folder.id == note.folder] as [String: Any]
      },
    ]
    values["stored"] = stored?.text
    return try pages.page(isNew ? "New note" : "Edit note", "editing", values, problem: problem)
  }
}
