import Hummingbird

/// One note, for reading.
struct NotePage: Page {
  let address: NoteAddress
  let notebook: Notebook
  let pages: PageWriter

  func get() async throws -> Response {
    let note = try await notebook.note(address.note)
    var values: [String: Any] = [
      "title": note.title, "text": note.text, "changed": PageWriter.time(note.changed),
      "isPinned": note.isPinned, "list": try pages.links(NotesAddress()),
      "edit": try pages.links(EditingAddress(note: note.id)),
      "pin": try pages.links(PinAddress(note: note.id)),
      "share": try pages.links(SharingAddress(note: note.id)),
      "delete": try pages.links(DeletionAddress(note: note.id)),
    ]
    if let id = note.folder, let folder = try await notebook.folders().first(where: { $0.id == id }) {
      values["folder"] = [
        "name": folder.name, "link": try pages.links(NotesAddress(folder: folder.id)),
      ]
    }
    return try pages.page(note.title, "note", values, notice: address.notice)
  }
}
