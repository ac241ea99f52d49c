import HTTPTypes
import PageKit
import ServerInterfaces

/// The question whether to delete a note, and its deletion.
package struct NoteDeletionPage: Endpoint {
  let address: NoteDeletionAddress
  let notebook: Notebook
  let request: Request
  let pages: PageWriter
  let links: any Links

  package func respond() async throws -> Reply {
    switch request.message.method {
    case .get:
      let note = try await notebook.note(address.note)
      return try pages.page(
        "Delete \(note.title)", "note-deletion",
        [
          "title": note.title, "action": try links.noteDeletion(note.id), "back": try links.note(note.id),
        ])
    case .post:
      try await notebook.deleteNote(address.note)
      return .redirect(to: try links.notes(page: nil))
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }
}
