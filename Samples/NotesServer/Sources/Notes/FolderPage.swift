import HTTPTypes
import PageKit
import ServerInterfaces

/// The notes of one folder.
package struct FolderPage: Endpoint {
  let address: FolderAddress
  let notebook: Notebook
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    let page = try NoteListPage.number(address.page)
    let folder = try await notebook.folder(address.folder)
    let list = try await notebook.notes(folder: folder.id, page: page)
    var values = try NoteListPage(list: list, page: page, links: links)
      .values { try links.folder(folder.id, page: $0 == 1 ? nil : $0) }
    values["title"] = folder.name
    values["newNote"] = try links.newNote(folder: folder.id)
    values["settings"] = try links.folderSettings(folder.id)
    return try pages.page(folder.name, "note-list", values)
  }
}
