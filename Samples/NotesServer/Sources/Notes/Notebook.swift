import PageKit
import ServerInterfaces
import Waymark

/// The notes and folders of the session's user, and no others.
package final class Notebook: Sendable {
  private let storage: any NoteStorage
  private let user: String

  package init(storage: any NoteStorage, member: Member) {
    self.storage = storage
    user = member.user.id
  }

  func folders() async throws -> [Folder] { try await storage.folders(of: user) }

  func folder(_ id: String) async throws -> Folder {
    guard let folder = try await folders().first(where: { $0.id == id }) else { throw PageProblem.missing }
    return folder
  }

  func addFolder(name: String) async throws -> Folder {
    try await storage.addFolder(name: try Limits.name(name, "name"), of: user)
  }

  func renameFolder(_ id: String, to name: String) async throws {
    try await storage.renameFolder(id: id, to: try Limits.name(name, "name"), of: user)
  }

  func deleteFolder(_ id: String) async throws { try await storage.deleteFolder(id: id, of: user) }

  func notes(folder: String? = nil, page: Int, limit: Int = Limits.page) async throws -> NoteList {
    try await storage.notes(of: user, folder: folder, limit: limit, offset: (page - 1) * limit)
  }

  func note(_ id: String) async throws -> Note { try await storage.note(id: id, of: user) }

  /// Saves a note after checking it.
  func save(_ note: Note) async throws -> Note {
    var note = note
    note.title = Limits.trim(note.title)
    guard !note.title.isEmpty else { throw PageProblem.invalid("The title is empty.") }
    guard note.title.count <= Limits.title else {
      throw PageProblem.invalid("The title has more than \(Limits.title) characters.")
    }
    guard note.text.utf8.count <= Limits.text else {
      throw PageProblem.invalid("The text has more than \(Limits.text) bytes.")
    }
    guard !note.title.utf8.contains(0), !note.text.utf8.contains(0) else {
      throw PageProblem.invalid("The text has the character U+0000, which can't be stored.")
    }
    return try await storage.save(note, of: user)
  }

  func deleteNote(_ id: String) async throws { try await storage.deleteNote(id: id, of: user) }
}

extension RoutableService<Notebook> { package static var notebook: Self { declared() } }
