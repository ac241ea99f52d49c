import Foundation
import NotesInterfaces
import Synchronization

/// Notes in one JSON file.
///
/// A save writes a new file beside the old one and moves it into its place, so that a crash leaves either
/// the old notes or the new ones. A lock file keeps two programs from saving at the same time, so that
/// neither loses the other's notes.
final class FileNoteStorage: NoteStorage {
  private struct Contents: Codable {
    static let version = 1
    var version = Contents.version
    /// The number that the next new note gets: numbers are not used again.
    var nextID = 1
    var notes: [Note] = []
  }

  private let file: URL
  private let fileLock: FileLock
  private let isClosed = Atomic<Bool>(false)

  private init(file: URL) {
    self.file = file
    fileLock = FileLock(file: file.appendingPathExtension("lock"))
  }

  /// Opens the notes, and removes the files that a crash has left beside them.
  static func open(_ file: URL) async -> FileNoteStorage {
    let storage = FileNoteStorage(file: file)
    guard !AtomicFile.unfinished(file).isEmpty else { return storage }
    // While the lock is held, no other program is writing. Where the folder can't be written, a save says so.
    try? storage.fileLock.withLock {
      for leftover in AtomicFile.unfinished(file) { unlink(leftover.path) }
    }
    return storage
  }

  /// Ends the use of the notes: later changes are refused.
  func close() { isClosed.store(true, ordering: .releasing) }

  func notes() throws -> [Note] { try read().notes.sorted { $0.id < $1.id } }

  func save(_ note: Note) throws -> Note {
    try change { contents in
      var note = note
      if note.id == 0 {
        note.id = contents.nextID
        contents.nextID += 1
        contents.notes.append(note)
        return note
      }
      guard let index = contents.notes.firstIndex(where: { $0.id == note.id }) else {
        throw MissingNote(id: note.id)
      }
      contents.notes[index] = note
      return note
    }
  }

  func delete(id: Note.ID) throws -> Note {
    try change { contents in
      guard let index = contents.notes.firstIndex(where: { $0.id == id }) else { throw MissingNote(id: id) }
      return contents.notes.remove(at: index)
    }
  }

  /// Reads, changes and writes the notes while no other program does.
  private func change<Result>(_ body: (inout Contents) throws -> Result) throws -> Result {
    if isClosed.load(ordering: .acquiring) {
      throw StorageError(reason: .unwritable, file: file, detail: "the application has ended")
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    } catch {
      throw StorageError(reason: .unwritable, file: file, detail: error.localizedDescription)
    }
    return try fileLock.withLock {
      var contents = try read()
      let result = try body(&contents)
      try write(contents)
      return result
    }
  }

  private func read() throws -> Contents {
    guard FileManager.default.fileExists(atPath: file.path) else { return Contents() }
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch {
      throw StorageError(reason: .unreadable, file: file, detail: error.localizedDescription)
    }
    let contents: Contents
    do {
      contents = try JSONDecoder().decode(Contents.self, from: data)
    } catch {
      throw StorageError(reason: .damaged, file: file, detail: Self.explanation(of: error))
    }
    guard contents.version == Contents.version else {
      throw StorageError(
        reason: .damaged, file: file,
        detail: "it is of version \(contents.version), and this program reads version \(Contents.version)")
    }
    guard Set(contents.notes.map(\.id)).count == contents.notes.count else {
      throw StorageError(reason: .damaged, file: file, detail: "two notes have the same number")
    }
    return contents
  }

  private func write(_ contents: Contents) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try AtomicFile.write(encoder.encode(contents), to: file)
    } catch {
      throw StorageError(reason: .unwritable, file: file, detail: "\(error)")
    }
  }

  private static func explanation(of error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty: "it is not JSON"
    case DecodingError.keyNotFound(let key, let context):
      "'\(key.stringValue)' is missing\(place(of: context))"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "unexpected value\(place(of: context))"
    default: error.localizedDescription
    }
  }

  private static func place(of context: DecodingError.Context) -> String {
    let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? "" : " at \(path)"
  }
}
