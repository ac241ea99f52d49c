import ServerInterfaces

/// The index of another process.
package struct RemoteSearch: SearchIndex {
  let connection: StorageConnection

  package init(connection: StorageConnection) { self.connection = connection }

  package func find(_ words: [String], of user: String, revision: Int, limit: Int) async throws -> NoteList {
    try await connection.perform(FindNotes(words: words, user: user, revision: revision, limit: limit))
  }
}
