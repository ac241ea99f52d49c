import ServerInterfaces
import Synchronization

/// Notes in memory, of whichever user.
final class MemoryNotes: NoteStorage {
  private let state = Mutex<(notes: [Note], folders: [Folder], problem: StorageProblem?)>(([], [], nil))

  /// Whether every function reports that the storage can't be reached.
  var isAway: Bool {
    get { state.withLock { $0.problem != nil } }
    set { state.withLock { $0.problem = newValue ? .unavailable("it's away.") : nil } }
  }

  /// All notes, in the order of saving.
  var notes: [Note] { state.withLock { $0.notes } }

  private func reach<Result: Sendable>(
    _ body: (inout (notes: [Note], folders: [Folder], problem: StorageProblem?)) throws -> Result
  ) throws -> Result {
    try state.withLock { state in
      if let problem = state.problem { throw problem }
      return try body(&state)
    }
  }

  func folders(of user: String) throws -> [Folder] { try reach { $0.folders } }

  func addFolder(name: String, of user: String) throws -> Folder {
    let folder = Folder(id: "folder-\(name)", name: name, count: 0)
    try reach { $0.folders.append(folder) }
    return folder
  }

  func renameFolder(id: String, to name: String, of user: String) throws {}
  func deleteFolder(id: String, of user: String) throws {}

  func notes(of user: String, folder: String?, limit: Int, offset: Int) throws -> NoteList {
    try reach { state in
      let notes = state.notes.filter { folder == nil || $0.folder == folder }
      return NoteList(
        notes: notes.dropFirst(offset).prefix(limit).map {
          NoteSummary(id: $0.id, title: $0.title, excerpt: $0.text, changed: $0.changed)
        }, total: notes.count)
    }
  }

  func note(id: String, of user: String) throws -> Note {
    try reach { state in
      guard let note = state.notes.first(where: { $0.id == id }) else { throw StorageProblem.missing }
      return note
    }
  }

  func save(_ note: Note, of user: String) throws -> Note {
    try reach { state in
      var saved = note
      saved.version += 1
      state.notes.removeAll { $0.id == note.id }
      state.notes.append(saved)
      return saved
    }
  }

  func deleteNote(id: String, of user: String) throws { try reach { $0.notes.removeAll { $0.id == id } } }
}
