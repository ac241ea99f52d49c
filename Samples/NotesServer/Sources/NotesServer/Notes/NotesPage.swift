import Hummingbird

/// All notes of the user, or the notes of a folder.
struct NotesPage: Page {
  let address: NotesAddress
  let notebook: Notebook
  let pages: PageWriter
  let links: Links

  func get() async throws -> Response {
    let order = address.order ?? .changed
    let page = address.page ?? 1
    var folder: Folder?
    if let id = address.folder { folder = try await notebook.folder(id) }
    let list = try await notebook.notes(folder: folder?.id, order: order, page: page)
    let title = folder?.name ?? "All notes"
    var values: [String: Any] = [
      "title": title, "notes": try PageWriter.items(list.notes, links), "isEmpty": list.notes.isEmpty,
      "total": list.total == 1 ? "1 note" : "\(list.total) notes",
      "newNote": try links(NewNoteAddress.self) { $0.folder = folder?.id },
      "orders": try NoteOrder.allCases.map { other in
        [
          "name": other == .changed ? "Last changed" : "Title", "isCurrent": other == order,
          "link": try link(to: 1, by: other),
        ] as [String: Any]
      },
    ]
    if let folder { values["settings"] = try links(FolderSettingsAddress.self) { $0.folder = folder.id } }
    if page > 1 { values["previous"] = try link(to: page - 1, by: order) }
    if page * Limits.page < list.total { values["next"] = try link(to: page + 1, by: order) }
    if let note = address.note { values["undo"] = try links(RestorationAddress.self) { $0.note = note } }
    return try pages.page(title, "notes", values, notice: address.notice)
  }

  private func link(to page: Int, by order: NoteOrder) throws -> String {
    try links(NotesAddress.self) {
      $0.folder = address.folder
      $0.order = order == .changed ? nil : order
      $0.page = page == 1 ? nil : page
    }
  }
}
