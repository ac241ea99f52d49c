import Hummingbird
import Waymark

/// The notes and folders of one session's user.
final class Notebook: Sendable {
  private let storage: any NotesStorage
  private let user: String

  init(storage: any NotesStorage, member: Member) { (self.storage, user) = (storage, member.user.id) }

  @discardableResult
  func callAsFunction<Call: StorageCall>(_ call: (_ user: String) -> Call) async throws -> Call.Answer {
    try await storage.perform(call(user))
  }

  func note(_ id: String) async throws -> Note { try await self { ReadNote(id: id, user: $0) } }

  func notes(folder: String? = nil, order: NoteOrder = .changed, page: Int?) async throws -> NoteList {
    guard (1...1_000_000).contains(page ?? 1) else { throw HTTPError.missing }
    let offset = ((page ?? 1) - 1) * Limits.page
    return try await self { ListNotes(user: $0, folder: folder, order: order, offset: offset) }
  }

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
    return try await self { [note] in SaveNote(note: note, user: $0) }
  }

  func folders() async throws -> [Folder] { try await self { ListFolders(user: $0) } }

  func folder(_ id: String) async throws -> Folder {
    guard let folder = try await folders().first(where: { $0.id == id }) else { throw HTTPError.missing }
    return folder
  }

  /// Adds a folder, or renames the one with an identifier, after checking the name.
  func nameFolder(_ id: String? = nil, _ name: String) async throws -> Folder {
    let name = try Limits.line(name, "name", Limits.name)
    let folder = Folder(id: id ?? RandomID.make(), name: name, count: 0)
    try await self { NameFolder(id: folder.id, name: name, user: $0, isNew: id == nil) }
    return folder
  }

  /// Returns the notes with the words of a text, or nil without words.
  func search(_ text: String, revision: Int) async throws -> NoteList? {
    guard text.utf8.count <= Limits.words else {
      throw HTTPError.invalid("Search for at most \(Limits.words) bytes.")
    }
    let words = text.split { !$0.isLetter && !$0.isNumber }.prefix(Limits.wordCount).map(String.init)
    if words.isEmpty { return nil }
    return try await self { FindNotes(words: words, user: $0, revision: revision, limit: Limits.page) }
  }
}

extension RoutableService<Notebook> { static var notebook: Self { declared() } }
