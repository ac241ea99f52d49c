import Hummingbird
import Waymark

struct NoteResources: Sendable {
  struct NoteListAddress: PageAddress { var page: Int? }
  struct NoteDataAddress: PageAddress { var note = "" }
  struct FolderDataAddress: PageAddress {}
  struct FindingAddress: PageAddress { var words = "" }
  struct FolderDraft: Decodable { let name: String }
  struct Draft: Decodable {
    let title, text: String
    let folder: String?
    let version: Int?
  }
  struct Found: Encodable {
    struct Hit: Encodable { let link, title, excerpt: String }
    let total: Int
    let notes: [Hit]
  }

  let notebook: Notebook
  let request: PageRequest
  let links: Links

  func list(_ address: NoteListAddress) async throws -> Response {
    try .json(try await notebook.notes(page: address.page))
  }

  func add(_ address: NoteListAddress) async throws -> Response {
    let draft = try await request.json(as: Draft.self)
    let note = Note(folder: draft.folder, title: draft.title, text: draft.text)
    return try .json(try await notebook.save(note), .created)
  }

  func read(_ address: NoteDataAddress) async throws -> Response {
    try .json(try await notebook.note(address.note))
  }

  func replace(_ address: NoteDataAddress) async throws -> Response {
    let draft = try await request.json(as: Draft.self)
    let version = draft.version ?? 0
    try HTTPError.check(version > 0, "Send the version of the note that you read.")
    let note = Note(
      id: address.note, folder: draft.folder, title: draft.title, text: draft.text, version: version)
    return try .json(try await notebook.save(note))
  }

  func delete(_ address: NoteDataAddress) async throws -> Response {
    try await notebook { DeleteNote(id: address.note, user: $0) }
    return Response(status: .noContent)
  }

  func folders(_ address: FolderDataAddress) async throws -> Response {
    try .json(try await notebook.folders())
  }

  func addFolder(_ address: FolderDataAddress) async throws -> Response {
    let draft = try await request.json(as: FolderDraft.self)
    return try .json(try await notebook.nameFolder(nil, draft.name), .created)
  }

  func find(_ address: FindingAddress) async throws -> Response {
    let list = try await notebook.search(address.words, revision: request.session?.revision ?? 0)
    let hits = try list?.notes.map { note in
      Found.Hit(link: try links(NoteAddress(note: note.id)), title: note.title, excerpt: note.excerpt)
    }
    return try .json(Found(total: list?.total ?? 0, notes: hits ?? []))
  }
}
