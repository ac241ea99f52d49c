import NotesServer
import Remote
import ServerInterfaces
import Testing
import Waymark

/// Serves the notes of a test, with the other storages on a database.
func withStorageServer<Notes: NoteStorage>(
  _ notes: Notes, _ body: @Sendable (Int) async throws -> Void
) async throws {
  try await withTemporaryFolder { folder in
    let registry = try Registry { NotesServerApplication(storage: .folder(folder)) }.overriding {
      Route(Notes.self) {
        RoutableService(.noteStorage)
      } make: {
        notes
      }
    }
    try await registry.run {
      let server = try StorageServer(host: "127.0.0.1", port: 0, registry: registry)
      let ports = AsyncStream.makeStream(of: Int.self)
      async let running: Void = server.run { ports.continuation.yield($0) }
      var iterator = ports.stream.makeAsyncIterator()
      let port = try #require(await iterator.next())
      do {
        try await body(port)
        server.beginGracefulShutdown()
      } catch {
        server.beginGracefulShutdown()
        throw error
      }
      try await running
    }
  }
}
