import Foundation

/// A lock that one program at a time can hold, on a file beside the one that it protects.
struct FileLock {
  let file: URL

  /// Runs `body` while no other program, and no other thread of this one, does.
  func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    let descriptor = open(file.path, O_CREAT | O_RDWR, 0o644)
    guard descriptor >= 0 else { throw failure("open") }
    // Closing gives the lock back, also when the program ends in the middle.
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw failure("flock") }
    }
    return try body()
  }

  private func failure(_ call: String) -> StorageError {
    StorageError(reason: .unwritable, file: file, detail: SystemError(call).description)
  }
}
