import HTTPTypes
import Hummingbird

/// The name of a folder.
struct FolderSettingsAddress: PageAddress {
  var folder = ""
}

/// The page that renames a folder.
struct FolderSettingsPage: Page {
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: FolderSettingsAddress
  let notebook: Notebook
  let pages: PageWriter

  func get() async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    return try page(folder, name: folder.name, problem: nil)
  }

  func post() async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    do {
      try await notebook.renameFolder(folder.id, to: pages.form["name"])
      return .redirect(to: try pages.links(NotesAddress(folder: folder.id, notice: .renamed)))
    } catch {
      return try page(folder, name: pages.form["name"], problem: try .ofForm(error))
    }
  }

  private func page(_ folder: Folder, name: String, problem: HTTPError?) throws -> Response {
    try pages.page(
      folder.name, "folder-settings",
      [
        "title": folder.name, "name": name,
        "action": try pages.links(FolderSettingsAddress(folder: folder.id)),
        "delete": try pages.links(FolderDeletionAddress(folder: folder.id)),
        "back": try pages.links(NotesAddress(folder: folder.id)),
      ],
      problem: problem)
  }
}

/// The deletion of a folder.
struct FolderDeletionAddress: PageAddress {
  var folder = ""
}

/// The question whether to delete a folder, and its deletion.
struct FolderDeletionPage: Page {
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: FolderDeletionAddress
  let notebook: Notebook
  let pages: PageWriter

  func get() async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    return try pages.page(
      "Delete \(folder.name)", "folder-deletion",
      [
        "title": folder.name, "action": try pages.links(FolderDeletionAddress(folder: folder.id)),
        "back": try pages.links(FolderSettingsAddress(folder: folder.id)),
      ])
  }

  func post() async throws -> Response {
    try await notebook.deleteFolder(address.folder)
    return .redirect(to: try pages.links(FoldersAddress(notice: .folderDeleted)))
  }
}
