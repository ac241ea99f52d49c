import Hummingbird

/// All notes of the user, or the notes of a folder.
struct NotesPage: Page {
  let address: NotesAddress
  let notebook: Notebook
  let pages: PageWriter

  func get() async throws -> Response {
    let order = address.order ?? .changed
    let page = address.page ?? 1
    var folder: Folder?
    if let id = address.folder { folder = try await notebook.folder(id) }
    let list = try await notebook.notes(folder: folder?.id, order: order, page: page)
    let title = folder?.name ?? "All notes"
    var values: [String: Any] = [
      "title": title, "notes": try pages.items(list.notes), "isEmpty": list.notes.isEmpty,
      "total": list.total == 1 ? "1 note" : "\(list.total) notes",
      "newNote": try pages.links(NewNoteAddress(folder: folder?.id)),
      "orders": try NoteOrder.allCases.map { other in
        [
          "name": other == .changed ? "Last changed" : "Title", "isCurrent": other == order,
          "link": try link(to: 1, by: other),
        ] as [String: Any]
      },
    ]
    if let folder { values["settings"] = try pages.links(FolderSettingsAddress(folder: folder.id)) }
    if page > 1 { values["previous"] = try link(to: page - 1, by: order) }
    if page * Limits.page < list.total { values["next"] = try link(to: page + 1, by: order) }
    if let note = address.note { values["undo"] = try pages.links(RestorationAddress(note: note)) }
    return try pages.page(title, "notes", values, notice: address.notice)
  }

  private func link(to page: Int, by order: NoteOrder) throws -> String {
    try pages.links(
      NotesAddress(
        folder: address.folder, order: order == .changed ? nil : order, page: page == 1 ? nil : page))
  }
}
