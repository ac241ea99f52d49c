import Accounts
import ServerInterfaces
import Waymark

/// Accounts and notes for development.
public final class SampleData: Sendable {
  /// The password of the sample accounts.
  public static let password = "correct horse"

  private let accounts: any AccountStorage
  private let notes: any NoteStorage
  private let hasher: PasswordHasher

  init(accounts: any AccountStorage, notes: any NoteStorage, hasher: PasswordHasher) {
    self.accounts = accounts
    self.notes = notes
    self.hasher = hasher
  }

  /// Adds the accounts `ann`, who administers the application, and `bob`, unless there are any.
  func add() async throws {
    guard try await accounts.users().isEmpty else { return }
    let hash = try await hasher.hash(Self.password)
    let ann = try await accounts.addAccount(name: "ann", passwordHash: hash)
    _ = try await accounts.addAccount(name: "bob", passwordHash: hash)
    let garden = try await notes.addFolder(name: "Garden", of: ann.id)
    for (title, text, folder) in [
      ("Shopping", "Bread, cheese, a map.", nil),
      ("Reading", "The chapter about routers, and the one about scopes.", nil),
      ("Beans", "Sow in May, when the nights are warm.\nWater in the morning.", garden.id),
      ("Roses", "Prune in February.", garden.id),
    ] {
      _ = try await notes.save(Note(folder: folder, title: title, text: text), of: ann.id)
    }
  }
}

extension RoutableService<SampleData> {
  /// Accounts and notes for development.
  static var sampleData: Self { declared() }
}
