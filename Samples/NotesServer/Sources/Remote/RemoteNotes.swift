import ServerInterfaces

/// Folders and notes of another process.
struct RemoteNotes: NoteStorage {
  let connection: StorageConnection

  func folders(of user: String) async throws -> [Folder] {
    try await connection.perform(ListFolders(user: user))
  }
  func addFolder(name: String, of user: String) async throws -> Folder {
    try await connection.perform(AddFolder(name: name, user: user))
  }
  func renameFolder(id: String, to name: String, of user: String) async throws {
    _ = try await connection.perform(RenameFolder(id: id, name: name, user: user))
  }
  func deleteFolder(id: String, of user: String) async throws {
    _ = try await connection.perform(DeleteFolder(id: id, user: user))
  }
  func notes(of user: String, folder: String?, limit: Int, offset: Int) async throws -> NoteList {
    try await connection.perform(ListNotes(user: user, folder: folder, limit: limit, offset: offset))
  }
  func note(id: String, of user: String) async throws -> Note {
    try await connection.perform(ReadNote(id: id, user: user))
  }
  func save(_ note: Note, of user: String) async throws -> Note {
    try await connection.perform(SaveNote(note: note, user: user))
  }
  func deleteNote(id: String, of user: String) async throws {
    _ = try await connection.perform(DeleteNote(id: id, user: user))
  }
}
