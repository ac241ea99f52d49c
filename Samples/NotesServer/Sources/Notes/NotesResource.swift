import HTTPTypes
import PageKit
import ServerInterfaces

/// The notes for programs: `GET` lists them, `POST` adds one.
package struct NotesResource: Endpoint {
  let address: NotesResourceAddress
  let notebook: Notebook
  let request: Request

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .get: return try .json(.ok, try await notebook.notes(page: try NoteListPage.number(address.page)))
    case .post:
      let draft = try request.message.json(as: NoteDraft.self)
      return try .json(.created, try await notebook.save(draft.note(id: RandomID.make(), version: 0)))
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }
}

/// The parameters of the URL of the notes for programs.
package struct NotesResourceAddress: Sendable {
  package var page: Int?
  package init(page: Int? = nil) { self.page = page }
}

/// A note as programs send it.
struct NoteDraft: Decodable {
  let title: String
  let text: String
  let folder: String?
  let version: Int?

  func note(id: String, version: Int) -> Note {
    Note(id: id, folder: folder, title: title, text: text, version: version)
  }
}
