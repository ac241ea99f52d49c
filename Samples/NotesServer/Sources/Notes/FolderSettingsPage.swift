import HTTPTypes
import PageKit
import ServerInterfaces

/// The page that renames or deletes a folder.
package struct FolderSettingsPage: Endpoint {
  let address: FolderSettingsAddress
  let notebook: Notebook
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    let folder = try await notebook.folder(address.folder)
    switch request.message.method {
    case .get: return try page(folder, name: folder.name, problem: nil)
    case .post:
      let form = request.message.form
      if form["action"] == "delete" {
        try await notebook.deleteFolder(folder.id)
        return .redirect(to: links.fixed.folders)
      }
      do {
        try await notebook.renameFolder(folder.id, to: form["name"])
        return .redirect(to: try links.folder(folder.id, page: nil))
      } catch {
        return try page(folder, name: form["name"], problem: try .ofInput(error))
      }
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }

  private func page(_ folder: Folder, name: String, problem: PageProblem?) throws -> Reply {
    try pages.page(
      folder.name, "folder-settings",
      [
        "title": folder.name, "action": try links.folderSettings(folder.id), "name": name,
        "back": try links.folder(folder.id, page: nil),
      ],
      problem: problem)
  }
}
