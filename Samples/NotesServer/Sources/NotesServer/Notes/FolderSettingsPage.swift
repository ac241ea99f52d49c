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
  let request: PageRequest
  let pages: PageWriter
  let links: Links

  func get() async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    return try page(folder, name: folder.name, problem: nil)
  }

  func post() async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    do {
      try await notebook.renameFolder(folder.id, to: request.form["name"])
      return .redirect(
        to: try links(NotesAddress.self) {
          $0.folder = folder.id
          $0.notice = .renamed
        })
    } catch {
      return try page(folder, name: request.form["name"], problem: try .ofForm(error))
    }
  }

  private func page(_ folder: Folder, name: String, problem: HTTPError?) throws -> Response {
    try pages.page(
      folder.name, "folder-settings",
      [
        "title": folder.name, "name": name,
        "action": try links(FolderSettingsAddress.self) { $0.folder = folder.id },
        "delete": try links(FolderDeletionAddress.self) { $0.folder = folder.id },
        "back": try links(NotesAddress.self) { $0.folder = folder.id },
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
  let links: Links

  func get() async throws -> Response {
    let folder = try await notebook.folder(address.folder)
    return try pages.page(
      "Delete \(folder.name)", "folder-deletion",
      [
        "title": folder.name, "action": try links(FolderDeletionAddress.self) { $0.folder = folder.id },
        "back": try links(FolderSettingsAddress.self) { $0.folder = folder.id },
      ])
  }

  func post() async throws -> Response {
    try await notebook.deleteFolder(address.folder)
    return .redirect(to: try links(FoldersAddress.self) { $0.notice = .folderDeleted })
  }
}
