import ServerInterfaces

struct ShareNote: RemoteCall {
  let note: String
  let user: String

  func perform(on storages: Storages) async throws -> Share {
    try await storages.shares.share(note: note, of: user)
  }
}

struct UnshareNote: RemoteCall {
  let note: String
  let user: String

  func perform(on storages: Storages) async throws -> Done {
    try await storages.shares.unshare(note: note, of: user)
    return Done()
  }
}

struct ListShares: RemoteCall {
  let user: String

  func perform(on storages: Storages) async throws -> [Share] {
    try await storages.shares.shares(of: user)
  }
}

struct ReadSharedNote: RemoteCall {
  let token: String

  func perform(on storages: Storages) async throws -> SharedNote {
    try await storages.shares.sharedNote(token: token)
  }
}
