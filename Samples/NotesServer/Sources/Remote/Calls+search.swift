import ServerInterfaces

struct FindNotes: RemoteCall {
  let words: [String]
  let user: String
  let revision: Int
  let limit: Int

  func perform(on storages: Storages) async throws -> NoteList {
    try await storages.search.find(words, of: user, revision: revision, limit: limit)
  }
}
