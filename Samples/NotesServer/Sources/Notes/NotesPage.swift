import HTTPTypes
import PageKit
import ServerInterfaces

/// All notes of the user.
package struct NotesPage: Endpoint {
  let address: NotesAddress
  let notebook: Notebook
  let request: Request
  let pages: PageWriter
  let links: any Links

  package init(
    address: NotesAddress, notebook: Notebook, request: Request, pages: PageWriter, links: any Links
  ) {
    self.address = address
    self.notebook = notebook
    self.request = request
    self.pages = pages
    self.links = links
  }

  package func respond() async throws -> Reply {
    guard request.message.method == .get else { throw PageProblem.method(allowed: .get) }
    let page = try NoteListPage.number(address.page)
    let list = try await notebook.notes(page: page)
    var values = try NoteListPage(list: list, page: page, links: links)
      .values { try links.notes(page: $0 == 1 ? nil : $0) }
    values["title"] = "All notes"
    values["newNote"] = try links.newNote(folder: nil)
    return try pages.page("All notes", "note-list", values)
  }
}
