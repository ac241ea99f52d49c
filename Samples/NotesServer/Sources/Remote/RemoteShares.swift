import ServerInterfaces

/// Shared notes of another process.
struct RemoteShares: ShareStorage {
  let connection: StorageConnection

  func share(note: String, of user: String) async throws -> Share {
    try await connection.perform(ShareNote(note: note, user: user))
  }
  func unshare(note: String, of user: String) async throws {
    _ = try await connection.perform(UnshareNote(note: note, user: user))
  }
  func shares(of user: String) async throws -> [Share] {
    try await connection.perform(ListShares(user: user))
  }
  func sharedNote(token: String) async throws -> SharedNote {
    try await connection.perform(ReadSharedNote(token: token))
  }
}
