import ServerInterfaces

/// Folders and notes of another process.
package struct RemoteNotes: NoteStorage {
  let connection: StorageConnection

  package init(connection: StorageConnection) { self.connection = connection }

  package func folders(of user: String) async throws -> [Folder] {
    try await connection.perform(ListFolders(user: user))
  }
  package func addFolder(name: String, of user: String) async throws -> Folder {
    try await connection.perform(AddFolder(name: name, user: user))
  }
  package func renameFolder(id: String, to name: String, of user: String) async throws {
    _ = try await connection.perform(RenameFolder(id: id, name: name, user: user))
  }
  package func deleteFolder(id: String, of user: String) async throws {
    _ = try await connection.perform(DeleteFolder(id: id, user: user))
  }
  package func notes(of user: String, folder: String?, limit: Int, offset: Int) async throws -> NoteList {
    try await connection.perform(ListNotes(user: user, folder: folder, limit: limit, offset: offset))
  }
  package func note(id: String, of user: String) async throws -> Note {
    try await connection.perform(ReadNote(id: id, user: user))
  }
  package func save(_ note: Note, of user: String) async throws -> Note {
    try await connection.perform(SaveNote(note: note, user: user))
  }
  package func deleteNote(id: String, of user: String) async throws {
    _ = try await connection.perform(DeleteNote(id: id, user: user))
  }
}
