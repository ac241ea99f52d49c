import HTTPTypes
import Hummingbird

/// The list of folders.
struct FoldersAddress: PageAddress { var notice: Notice? }

/// The folders of the user, with a form for a new one.
struct FoldersPage: Page {
  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: FoldersAddress
  let notebook: Notebook
  let pages: PageWriter

  func get() async throws -> Response { try await page(problem: nil) }

  func post() async throws -> Response {
    do {
      let folder = try await notebook.addFolder(name: pages.form["name"])
      return .redirect(to: try pages.links(NotesAddress(folder: folder.id)))
    } catch {
      return try await page(problem: try .ofForm(error))
    }
  }

  private func page(problem: HTTPError?) async throws -> Response {
    let folders = try await notebook.folders()
    return try pages.page(
      "Folders", "folders",
      [
        "action": try pages.links(FoldersAddress()), "name": pages.form["name"], "isEmpty": folders.isEmpty,
        "folders": try folders.map { folder in
          [
            "link": try pages.links(NotesAddress(folder: folder.id)), "name": folder.name,
            "count": folder.count == 1 ? "1 note" : "\(folder.count) notes",
          ]
        },
      ],
      notice: address.notice, problem: problem)
  }
}
