import Foundation

/// Why the file of the notes could not be used.
///
/// The file itself is left as it is.
public struct StorageError: Error, CustomStringConvertible {
  /// The kind of a failure.
  public enum Reason: Sendable, Equatable {
    /// The file is there and cannot be read.
    case unreadable
    /// The file was read and does not hold notes.
    case damaged
    /// The notes could not be written.
    case unwritable
  }

  /// The kind of the failure.
  public let reason: Reason
  /// The file.
  public let file: URL
  /// The message of the system, or of the reader.
  public let detail: String

  /// The message for the user.
  public var description: String {
    switch reason {
    case .unreadable:
      "cannot read \(file.path): \(detail). Check its permissions, or choose another file with --store."
    case .damaged:
      "\(file.path) does not hold notes: \(detail). The program hasn't changed it. Correct it, or choose "
        + "another file with --store."
    case .unwritable:
      "cannot write \(file.path): \(detail). Nothing was saved, and the notes saved before are still there."
    }
  }
}
