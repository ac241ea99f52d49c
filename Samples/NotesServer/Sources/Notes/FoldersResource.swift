import HTTPTypes
import PageKit
import ServerInterfaces

/// The folders for programs: `GET` lists them, `POST` adds one.
package struct FoldersResource: Endpoint {
  private struct Draft: Decodable {
    let name: String
  }

  let notebook: Notebook
  let request: Request

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .get: return try .json(.ok, try await notebook.folders())
    case .post:
      let draft = try request.message.json(as: Draft.self)
      return try .json(.created, try await notebook.addFolder(name: draft.name))
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }
}
