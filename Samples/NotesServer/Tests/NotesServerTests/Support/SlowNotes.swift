import ServerInterfaces
import Synchronization

/// Notes of which one takes ten minutes to read, longer than any test, and all some time to save.
final class SlowNotes: NoteStorage {
  struct Broken: Error {}

  private let counts = Mutex((started: 0, canceled: 0, saved: 0))
  var started: Int { counts.withLock { $0.started } }
  var canceled: Int { counts.withLock { $0.canceled } }
  var saved: Int { counts.withLock { $0.saved } }

  func note(id: String, of user: String) async throws -> Note {
    guard id == "slow" else { throw StorageProblem.missing }
    counts.withLock { $0.started += 1 }
    do {
      try await Task.sleep(for: .seconds(600))
    } catch {
      counts.withLock { $0.canceled += 1 }
      throw error
    }
    return Note()
  }

  func folders(of user: String) -> [Folder] { [] }
  func addFolder(name: String, of user: String) throws -> Folder { throw StorageProblem.nameTaken(name) }
  func renameFolder(id: String, to name: String, of user: String) throws { throw Broken() }
  func deleteFolder(id: String, of user: String) {}
  func notes(of user: String, folder: String?, limit: Int, offset: Int) -> NoteList {
    NoteList(notes: [], total: 0)
  }
  func save(_ note: Note, of user: String) async throws -> Note {
    counts.withLock { $0.started += 1 }
    try await Task.sleep(for: .milliseconds(300))
    counts.withLock { $0.saved += 1 }
    return note
  }
  func deleteNote(id: String, of user: String) {}
}
