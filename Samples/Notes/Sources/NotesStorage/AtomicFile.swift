import Foundation

/// Writes files so that a crash leaves the old contents or the new ones, and nothing in between.
enum AtomicFile {
  /// Returns the new files of writes to a file that haven't ended.
  static func unfinished(_ file: URL) -> [URL] {
    let folder = file.deletingLastPathComponent()
    let prefix = ".\(file.lastPathComponent)."
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter {
      $0.hasPrefix(prefix) && UUID(uuidString: String($0.dropFirst(prefix.count))) != nil
    }
    .map { folder.appending(path: $0) }
  }

  /// Writes to a new file in the same folder, makes sure that it is on the disk, and moves it into place.
  static func write(_ data: Data, to file: URL) throws {
    let temporary = file.deletingLastPathComponent()
      .appending(path: ".\(file.lastPathComponent).\(UUID().uuidString)")
    let descriptor = open(temporary.path, O_CREAT | O_EXCL | O_WRONLY, 0o644)
    guard descriptor >= 0 else { throw SystemError("open") }
    do {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      defer { close(descriptor) }
      try handle.write(contentsOf: data)
      guard fsync(descriptor) == 0 else { throw SystemError("fsync") }
      guard rename(temporary.path, file.path) == 0 else { throw SystemError("rename") }
    } catch {
      unlink(temporary.path)
      throw error
    }
    // The move itself is on the disk once the folder is.
    let folder = open(file.deletingLastPathComponent().path, O_RDONLY)
    guard folder >= 0 else { return }
    defer { close(folder) }
    fsync(folder)
  }
}
