import Hummingbird

/// One note, for reading.
struct NotePage: Page {
  let address: NoteAddress
  let notebook: Notebook
  let pages: PageWriter
  let links: Links

  func get() async throws -> Response {
    let note = try await notebook.note(address.note)
    var values: [String: Any] = [
      "title": note.title, "text": note.text, "changed": PageWriter.time(note.changed),
      "isPinned": note.isPinned, "list": try links(NotesAddress.self),
      "edit": try links(EditingAddress.self) { $0.note = note.id },
      "pin": try links(PinAddress.self) { $0.note = note.id },
      "share": try links(SharingAddress.self) { $0.note = note.id },
      "delete": try links(DeletionAddress.self) { $0.note = note.id },
    ]
    if let id = note.folder, let folder = try await notebook.folders().first(where: { $0.id == id }) {
      values["folder"] = [
        "name": folder.name, "link": try links(NotesAddress.self) { $0.folder = folder.id },
      ]
    }
    return try pages.page(note.title, "note", values, notice: address.notice)
  }
}
