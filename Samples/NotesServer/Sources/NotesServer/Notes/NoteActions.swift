import HTTPTypes
import Hummingbird

/// The action that lists a note before the others.
struct PinAddress: PageAddress {
  var note = ""
}

struct PinPage: Page {
  static let methods: [HTTPRequest.Method] = [.post]
  let address: PinAddress
  let notebook: Notebook
  let request: PageRequest
  let links: Links

  func post() async throws -> Response {
    let isPinned = request.form["pinned"] == "1"
    try await notebook.pin(address.note, isPinned)
    return .redirect(to: try links(NoteAddress(note: address.note, notice: isPinned ? .pinned : .unpinned)))
  }
}

/// The action that deletes a note.
///
/// The list then offers to undo it.
struct DeletionAddress: PageAddress {
  var note = ""
}

struct DeletionPage: Page {
  static let methods: [HTTPRequest.Method] = [.post]
  let address: DeletionAddress
  let notebook: Notebook
  let links: Links

  func post() async throws -> Response {
    try await notebook.deleteNote(address.note)
    return .redirect(to: try links(NotesAddress(notice: .deleted, note: address.note)))
  }
}

/// The action that restores a deleted note.
struct RestorationAddress: PageAddress {
  var note = ""
}

struct RestorationPage: Page {
  static let methods: [HTTPRequest.Method] = [.post]
  let address: RestorationAddress
  let notebook: Notebook
  let links: Links

  func post() async throws -> Response {
    try await notebook.restoreNote(address.note)
    return .redirect(to: try links(NoteAddress(note: address.note, notice: .restored)))
  }
}
