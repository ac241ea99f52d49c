import HTTPTypes
import PageKit
import ServerInterfaces

/// The folders of the user, with a form for a new one.
package struct FoldersPage: Endpoint {
  let address: PlainAddress<PlainPage.Folders>
  let notebook: Notebook
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .get: return try await page(name: "", problem: nil)
    case .post:
      let name = request.message.form["name"]
      do {
        return .redirect(to: try links.folder(try await notebook.addFolder(name: name).id, page: nil))
      } catch {
        return try await page(name: name, problem: try .ofInput(error))
      }
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }

  private func page(name: String, problem: PageProblem?) async throws -> Reply {
    let folders = try await notebook.folders()
    return try pages.page(
      "Folders", "folders",
      [
        "action": links.fixed.folders, "name": name, "isEmpty": folders.isEmpty,
        "folders": try folders.map { folder in
          [
            "link": try links.folder(folder.id, page: nil), "name": folder.name,
            "count": folder.count == 1 ? "1 note" : "\(folder.count) notes",
          ] as [String: Any]
        },
      ],
      problem: problem)
  }
}
