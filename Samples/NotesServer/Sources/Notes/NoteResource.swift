import HTTPTypes
import PageKit
import ServerInterfaces

/// One note for programs: `GET` reads, `PUT` replaces, `DELETE` deletes it.
package struct NoteResource: Endpoint {
  let address: NoteResourceAddress
  let notebook: Notebook
  let request: Request

  package init(address: NoteResourceAddress, notebook: Notebook, request: Request) {
    self.address = address
    self.notebook = notebook
    self.request = request
  }

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .get: return try .json(.ok, try await notebook.note(address.note))
    case .put:
      let draft = try request.message.json(as: NoteDraft.self)
      guard let version = draft.version, version > 0 else {
        throw PageProblem.invalid("Send the version of the note that you read.")
      }
      return try .json(.ok, try await notebook.save(draft.note(id: address.note, version: version)))
    case .delete:
      try await notebook.deleteNote(address.note)
      return Reply(.noContent)
    default: throw PageProblem.method(allowed: .get, .put, .delete)
    }
  }
}

/// The parameters of a note's URL for programs.
package struct NoteResourceAddress: Sendable {
  package var note = ""
  package init(note: String = "") { self.note = note }
}
