import Waymark

/// Finds notes by their words.
public protocol SearchIndex: Sendable {
  /// Returns the notes of a user that have all words, the best first.
  ///
  /// - Parameters:
  ///   - words: The words, or the beginnings of words.
  ///   - user: Whose notes are searched.
  ///   - revision: The number of the user's last change, which says whether an earlier answer is still right.
  ///   - limit: The number of notes to return at most.
  func find(_ words: [String], of user: String, revision: Int, limit: Int) async throws -> NoteList
}

extension RoutableService<any SearchIndex> {
  /// The index of all notes.
  public static var searchIndex: Self { declared() }
}
