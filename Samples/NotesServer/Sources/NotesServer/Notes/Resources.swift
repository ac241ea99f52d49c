import HTTPTypes
import Hummingbird

/// The notes for programs: `GET` lists them, `POST` adds one.
struct NotesResource: Page {
  struct Address: PageAddress { var page: Int? }

  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: Address
  let notebook: Notebook
  let request: PageRequest

  func get() async throws -> Response { try .json(try await notebook.notes(page: address.page)) }

  func post() async throws -> Response {
    let draft = try await request.json(as: NoteDraft.self)
    return try .json(try await notebook.save(draft.note(id: RandomID.make(), version: 0)), .created)
  }
}

/// One note for programs: `GET` reads, `PUT` replaces, `DELETE` deletes it.
struct NoteResource: Page {
  struct Address: PageAddress {
    var note = ""
  }

  static let methods: [HTTPRequest.Method] = [.get, .put, .delete]
  let address: Address
  let notebook: Notebook
  let request: PageRequest

  func get() async throws -> Response { try .json(try await notebook.note(address.note)) }

  func put() async throws -> Response {
    let draft = try await request.json(as: NoteDraft.self)
    guard let version = draft.version, version > 0 else {
      throw HTTPError.invalid("Send the version of the note that you read.")
    }
    return try .json(try await notebook.save(draft.note(id: address.note, version: version)))
  }

  func delete() async throws -> Response {
    try await notebook.deleteNote(address.note)
    return Response(status: .noContent)
  }
}

/// The folders for programs: `GET` lists them, `POST` adds one.
struct FoldersResource: Page {
  struct Address: PageAddress {}
  struct Draft: Decodable { let name: String }

  static let methods: [HTTPRequest.Method] = [.get, .post]
  let address: Address
  let notebook: Notebook
  let request: PageRequest

  func get() async throws -> Response { try .json(try await notebook.folders()) }

  func post() async throws -> Response {
    try .json(try await notebook.addFolder(name: try await request.json(as: Draft.self).name), .created)
  }
}

/// The search for programs.
struct SearchResource: Page {
  struct Address: PageAddress { var words = "" }

  struct Found: Encodable {
    struct Hit: Encodable { let link, title, excerpt: String }

    var total = 0
    var notes: [Hit] = []
  }

  let address: Address
  let storage: any NotesStorage
  let member: Member
  let request: PageRequest
  let links: Links

  func get() async throws -> Response {
    let words = try SearchTerms.words(address.words)
    guard !words.isEmpty else { return try .json(Found()) }
    let list = try await storage.perform(
      FindNotes(words: words, user: member.user.id, revision: request.revision, limit: Limits.page))
    let hits = try list.notes.map { note in
      Found.Hit(
        link: try links(NoteAddress(note: note.id)), title: note.title, excerpt: note.excerpt)
    }
    return try .json(Found(total: list.total, notes: hits))
  }
}

/// A note as programs send it.
struct NoteDraft: Decodable {
  let title, text: String
  let folder: String?
  let version: Int?

  func note(id: String, version: Int) -> Note {
    Note(id: id, folder: folder, title: title, text: text, version: version)
  }
}
