import Hummingbird
import Waymark

struct EditingAddress: PageAddress { var note = "" }
struct NewNoteAddress: PageAddress { var folder: String? }
struct PinAddress: PageAddress { var note = "" }
struct DeletionAddress: PageAddress { var note = "" }
struct RestorationAddress: PageAddress { var note = "" }
struct FoldersAddress: PageAddress {}
struct FolderSettingsAddress: PageAddress { var folder = "" }
struct FolderDeletionAddress: PageAddress { var folder = "" }

struct NotePages: Sendable {
  let notebook: Notebook
  let pages: PageWriter

  func list(_ address: NotesAddress) async throws -> Response {
    let order = address.order ?? .changed
    let page = address.page ?? 1
    var folder: Folder?
    if let id = address.folder { folder = try await notebook.folder(id) }
    let list = try await notebook.notes(folder: folder?.id, order: order, page: page)
    func link(_ page: Int, by order: NoteOrder) throws -> String {
      try pages.links(
        NotesAddress(folder: folder?.id, order: order == .changed ? nil : order, page: page == 1 ? nil : page)
      )
    }
    var values: [String: Any] = [
      "notes": try pages.items(list.notes), "isEmpty": list.notes.isEmpty,
      "total": PageWriter.count(list.total), "newNote": try pages.links(NewNoteAddress(folder: folder?.id)),
      "orders": try [(NoteOrder.changed, "Last changed"), (.title, "Title")].map { other, name in
        ["name": name, "isCurrent": other == order, "link": try link(1, by: other)] as [String: Any]
      },
    ]
    if let folder { values["settings"] = try pages.links(FolderSettingsAddress(folder: folder.id)) }
    if page > 1 { values["previous"] = try link(page - 1, by: order) }
    if page * Limits.page < list.total { values["next"] = try link(page + 1, by: order) }
    if let note = address.note { values["undo"] = try pages.links(RestorationAddress(note: note)) }
    return try pages.page(folder?.name ?? "All notes", "notes", values)
  }

  func show(_ address: NoteAddress) async throws -> Response {
    let note = try await notebook.note(address.note)
    var values: [String: Any] = [
      "text": note.text, "changed": PageWriter.time(note.changed), "isPinned": note.isPinned,
      "list": try pages.links(NotesAddress()),
      "edit": try pages.links(EditingAddress(note: note.id)),
      "pin": try pages.links(PinAddress(note: note.id)),
      "share": try pages.links(SharingAddress(note: note.id)),
      "delete": try pages.links(DeletionAddress(note: note.id)),
    ]
    if let id = note.folder, let folder = try await notebook.folders().first(where: { $0.id == id }) {
      let link = try pages.links(NotesAddress(folder: folder.id))
      values["folder"] = ["name": folder.name, "link": link]
    }
    return try pages.page(note.title, "note", values)
  }

  func search(_ address: SearchAddress) async throws -> Response {
    let text = address.words ?? ""
    var values: [String: Any] = ["words": text]
    if let found = try await notebook.search(text, revision: pages.request.session?.revision ?? 0) {
      let isMore = found.total > Limits.counted
      values["found"] = isMore ? "More than \(Limits.counted) notes" : PageWriter.count(found.total)
      values["notes"] = try pages.items(found.notes)
    }
    return try pages.page("Search", "search", values)
  }

  /// The form of a new note, with the note's identifier, so that sending it twice saves one note.
  func new(_ address: NewNoteAddress) async throws -> Response {
    try await form(of: Note(folder: address.folder))
  }

  func add(_ address: NewNoteAddress) async throws -> Response {
    let note = pages.form.note
    try HTTPError.check(RandomID.isOne(note.id), "The form isn't complete.")
    return try await save(note)
  }

  func edit(_ address: EditingAddress) async throws -> Response {
    try await form(of: try await notebook.note(address.note))
  }

  func change(_ address: EditingAddress) async throws -> Response {
    var note = pages.form.note
    note.id = address.note
    return try await save(note)
  }

  private func save(_ note: Note) async throws -> Response {
    try pages.redirect(to: NoteAddress(note: try await notebook.save(note).id), notice: .saved)
  }

  /// Returns the page with the form of a note, or with the user's text if it couldn't be saved.
  private func form(of note: Note) async throws -> Response {
    var note = note
    var stored: Note?
    if let problem = PageWriter.problem {
      note = pages.form.note
      if problem.status == .conflict { stored = try await notebook.note(note.id) }
    }
    // Saving the form again replaces the stored text, which is shown below.
    note.version = stored?.version ?? note.version
    let isNew = note.version == 0
    let folders = try await notebook.folders()
    var values: [String: Any] = [
      "note": note, "back": try isNew ? pages.links(NotesAddress()) : pages.links(NoteAddress(note: note.id)),
      "folders": folders.map { folder in
        ["id": folder.id, "name": folder.name, "isSelected": folder.id == note.folder] as [String: Any]
      },
    ]
    values["stored"] = stored.map { stored in
      let folder = folders.first { $0.id == stored.folder }
      return ["title": stored.title, "folder": folder?.name ?? "None", "text": stored.text]
    }
    return try pages.page(isNew ? "New note" : "Edit note", "editing", values)
  }

  func pin(_ address: PinAddress) async throws -> Response {
    let isPinned = pages.form.has("pinned", "1")
    try await notebook { PinNote(id: address.note, user: $0, isPinned: isPinned) }
    return try pages.redirect(to: NoteAddress(note: address.note), notice: isPinned ? .pinned : .unpinned)
  }

  func delete(_ address: DeletionAddress) async throws -> Response {
    try await notebook { DeleteNote(id: address.note, user: $0) }
    return try pages.redirect(to: NotesAddress(note: address.note), notice: .deleted)
  }

  func restore(_ address: RestorationAddress) async throws -> Response {
    try await notebook { RestoreNote(id: address.note, user: $0) }
    return try pages.redirect(to: NoteAddress(note: address.note), notice: .restored)
  }
}

struct FolderPages: Sendable {
  let notebook: Notebook
  let pages: PageWriter

  func list(_ address: FoldersAddress) async throws -> Response {
    let folders = try await notebook.folders()
    return try pages.page(
      "Folders", "folders",
      [
        "isEmpty": folders.isEmpty,
        "folders": try folders.map { folder in
          let link = try pages.links(NotesAddress(folder: folder.id))
          return ["link": link, "name": folder.name, "count": PageWriter.count(folder.count)]
        },
      ])
  }

  func add(_ address: FoldersAddress) async throws -> Response {
    let folder = try await notebook.nameFolder(nil, pages.form["name"])
    return try pages.redirect(to: NotesAddress(folder: folder.id))
  }

  func settings(_ address: FolderSettingsAddress) async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    return try pages.page(
      folder.name, "folder-settings",
      [
        "name": PageWriter.problem == nil ? folder.name : pages.form["name"],
        "delete": try pages.links(FolderDeletionAddress(folder: folder.id)),
        "back": try pages.links(NotesAddress(folder: folder.id)),
      ])
  }

  func rename(_ address: FolderSettingsAddress) async throws -> Response {
    let folder = try await notebook.nameFolder(address.folder, pages.form["name"])
    return try pages.redirect(to: NotesAddress(folder: folder.id), notice: .renamed)
  }

  func question(_ address: FolderDeletionAddress) async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    return try pages.page(
      "Delete \(folder.name)", "folder-deletion",
      ["name": folder.name, "back": try pages.links(FolderSettingsAddress(folder: folder.id))])
  }

  func delete(_ address: FolderDeletionAddress) async throws -> Response {
    try await notebook { DeleteFolder(id: address.folder, user: $0) }
    return try pages.redirect(to: FoldersAddress(), notice: .folderDeleted)
  }
}

extension Form {
  fileprivate var note: Note {
    Note(
      id: self["id"], folder: RandomID.isOne(self["folder"]) ? self["folder"] : nil, title: self["title"],
      text: self["text"], version: Int(self["version"]) ?? 0)
  }
}
