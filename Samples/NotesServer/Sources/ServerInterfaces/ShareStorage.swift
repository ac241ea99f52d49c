import Waymark

/// Keeps the links by which notes are shared.
public protocol ShareStorage: Sendable {
  /// Shares a note, and returns its link; a note that's shared already keeps its link.
  func share(note: String, of user: String) async throws -> Share
  /// Ends the sharing of a note, if it's shared.
  func unshare(note: String, of user: String) async throws
  /// Returns all notes that a user shares, by title.
  func shares(of user: String) async throws -> [Share]
  /// Returns the note of a link.
  ///
  /// - Throws: `StorageProblem.missing`.
  func sharedNote(token: String) async throws -> SharedNote
}

extension RoutableService<any ShareStorage> {
  /// The storage of shared notes.
  public static var shareStorage: Self { declared() }
}
