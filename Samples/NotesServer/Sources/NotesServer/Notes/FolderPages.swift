import Hummingbird
import Waymark

struct FoldersAddress: PageAddress {}
struct FolderSettingsAddress: PageAddress { var folder = "" }
struct FolderDeletionAddress: PageAddress { var folder = "" }

/// The pages of folders.
struct FolderPages: Sendable {
  let notebook: Notebook
  let pages: PageWriter

  func list(_ address: FoldersAddress) async throws -> Response {
    let folders = try await notebook.folders()
    return try pages.page(
      "Folders", "folders",
      [
        "name": pages.form["name"], "isEmpty": folders.isEmpty,
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

  // MARK: - One folder

  func settings(_ address: FolderSettingsAddress) async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    return try pages.page(
      folder.name, "folder-settings",
      [
        "title": folder.name, "name": PageWriter.problem == nil ? folder.name : pages.form["name"],
        "delete": try pages.links(FolderDeletionAddress(folder: folder.id)),
        "back": try pages.links(NotesAddress(folder: folder.id)),
      ])
  }

  func rename(_ address: FolderSettingsAddress) async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    _ = try await notebook.nameFolder(folder.id, pages.form["name"])
    return try pages.redirect(to: NotesAddress(folder: folder.id), notice: .renamed)
  }

  /// Asks whether to delete a folder.
  func question(_ address: FolderDeletionAddress) async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    return try pages.page(
      "Delete \(folder.name)", "folder-deletion",
      ["title": folder.name, "back": try pages.links(FolderSettingsAddress(folder: folder.id))])
  }

  func delete(_ address: FolderDeletionAddress) async throws -> Response {
    try await notebook { DeleteFolder(id: address.folder, user: $0) }
    return try pages.redirect(to: FoldersAddress(), notice: .folderDeleted)
  }
}
