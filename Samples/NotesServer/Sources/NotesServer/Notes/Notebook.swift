import Hummingbird
import Waymark

/// The notes and folders of one session's user.
final class Notebook: Sendable {
  private let storage: any NotesStorage
  private let user: String

  init(storage: any NotesStorage, member: Member) {
    self.storage = storage
    user = member.user.id
  }

  func folders() async throws -> [Folder] { try await storage.perform(ListFolders(user: user)) }

  func folder(_ id: String) async throws -> Folder {
    guard let folder = try await folders().first(where: { $0.id == id }) else { throw HTTPError.missing }
    return folder
  }

  func addFolder(name: String) async throws -> Folder {
    let name = try Limits.line(name, "name", Limits.name)
    let folder = Folder(id: RandomID.make(), name: name, count: 0)
    _ = try await storage.perform(NameFolder(id: folder.id, name: name, user: user, isNew: true))
    return folder
  }

  func renameFolder(_ id: String, to name: String) async throws {
    let name = try Limits.line(name, "name", Limits.name)
    _ = try await storage.perform(NameFolder(id: id, name: name, user: user, isNew: false))
  }

  func deleteFolder(_ id: String) async throws {
    _ = try await storage.perform(DeleteFolder(id: id, user: user))
  }

  func notes(folder: String? = nil, order: NoteOrder = .changed, page: Int?) async throws -> NoteList {
    guard (1...1_000_000).contains(page ?? 1) else { throw HTTPError.missing }
    let offset = ((page ?? 1) - 1) * Limits.page
    return try await storage.perform(ListNotes(user: user, folder: folder, order: order, offset: offset))
  }

  func note(_ id: String) async throws -> Note { try await storage.perform(ReadNote(id: id, user: user)) }

  /// Saves a note after checking it.
  func save(_ note: Note) async throws -> Note {
    var note = note
    note.title = try Limits.line(note.title, "title", Limits.title)
    guard note.text.utf8.count <= Limits.text else {
      throw HTTPError.invalid("The text has more than \(Limits.text) bytes.")
    }
    guard !note.text.utf8.contains(0) else {
      throw HTTPError.invalid("The text has the character U+0000, which can't be stored.")
    }
    return try await storage.perform(SaveNote(note: note, user: user))
  }

  func pin(_ id: String, _ isPinned: Bool) async throws {
    _ = try await storage.perform(PinNote(id: id, isPinned: isPinned, user: user))
  }
  func deleteNote(_ id: String) async throws {
    _ = try await storage.perform(DeleteNote(id: id, user: user))
  }
  func restoreNote(_ id: String) async throws {
    _ = try await storage.perform(RestoreNote(id: id, user: user))
  }
}

extension RoutableService<Notebook> { static var notebook: Self { declared() } }
