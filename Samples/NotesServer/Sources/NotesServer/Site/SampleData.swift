import Waymark

/// Accounts and notes for development.
struct SampleData: Sendable {
  /// The password of the sample accounts.
  static let password = "correct horse"

  let storage: any NotesStorage
  let hasher: PasswordHasher

  /// Adds the accounts `ann`, who administers the application, and `bob`, unless there are any.
  func add() async throws {
    guard try await storage.perform(ListUsers()).isEmpty else { return }
    let hash = try await hasher.hash(Self.password)
    let ann = try await storage.perform(AddAccount(name: "ann", passwordHash: hash))
    try await storage.perform(AddAccount(name: "bob", passwordHash: hash))
    let garden = RandomID.make()
    try await storage.perform(NameFolder(id: garden, name: "Garden", user: ann.id, isNew: true))
    for (title, text, folder) in [
      ("Shopping", "Bread, cheese, a map.", nil),
      ("Reading", "The chapter about routers, and the one about scopes.", nil),
      ("Beans", "Sow in May, when the nights are warm.\nWater in the morning.", garden),
      ("Roses", "Prune in February.", garden),
    ] {
      try await storage.perform(SaveNote(note: Note(folder: folder, title: title, text: text), user: ann.id))
    }
  }
}
