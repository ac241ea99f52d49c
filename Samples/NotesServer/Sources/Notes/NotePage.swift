import HTTPTypes
import PageKit
import ServerInterfaces

/// One note, to read and to edit.
package struct NotePage: Endpoint {
  let address: NoteAddress
  let notebook: Notebook
  let form: NoteForm
  let request: Request
  let links: any Links

  package init(address: NoteAddress, notebook: Notebook, form: NoteForm, request: Request, links: any Links) {
    self.address = address
    self.notebook = notebook
    self.form = form
    self.request = request
    self.links = links
  }

  package func respond() async throws -> Reply {
    let action = try links.note(address.note)
    switch request.message.method {
    case .get: return try await form.page(try await notebook.note(address.note), action: action)
    case .post:
      return try await form.save(form.note(request.message.form, id: address.note), to: action)
    default: throw PageProblem.method(allowed: .get, .post)
    }
  }
}
