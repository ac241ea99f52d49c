import ServerInterfaces

struct ListFolders: RemoteCall {
  let user: String

  func perform(on storages: Storages) async throws -> [Folder] { try await storages.notes.folders(of: user) }
}

struct AddFolder: RemoteCall {
  static let isIdempotent = false
  let name: String
  let user: String

  func perform(on storages: Storages) async throws -> Folder {
    try await storages.notes.addFolder(name: name, of: user)
  }
}

struct RenameFolder: RemoteCall {
  let id: String
  let name: String
  let user: String

  func perform(on storages: Storages) async throws -> Done {
    try await storages.notes.renameFolder(id: id, to: name, of: user)
    return Done()
  }
}

struct DeleteFolder: RemoteCall {
  let id: String
  let user: String

  func perform(on storages: Storages) async throws -> Done {
    try await storages.notes.deleteFolder(id: id, of: user)
    return Done()
  }
}

struct ListNotes: RemoteCall {
  let user: String
  let folder: String?
  let limit: Int
  let offset: Int

  func perform(on storages: Storages) async throws -> NoteList {
    try await storages.notes.notes(of: user, folder: folder, limit: limit, offset: offset)
  }
}

struct ReadNote: RemoteCall {
  let id: String
  let user: String

  func perform(on storages: Storages) async throws -> Note {
    try await storages.notes.note(id: id, of: user)
  }
}

struct SaveNote: RemoteCall {
  // A second attempt would find the version of the first one, and report a conflict.
  static let isIdempotent = false
  let note: Note
  let user: String

  func perform(on storages: Storages) async throws -> Note {
    try await storages.notes.save(note, of: user)
  }
}

struct DeleteNote: RemoteCall {
  let id: String
  let user: String

  func perform(on storages: Storages) async throws -> Done {
    try await storages.notes.deleteNote(id: id, of: user)
    return Done()
  }
}
