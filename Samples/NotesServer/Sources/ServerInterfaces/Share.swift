/// A link by which everybody who knows it may read a note.
public struct Share: Codable, Hashable, Sendable {
  /// The secret in the link.
  public let token: String
  /// The identifier of the note.
  public let note: String
  /// The title of the note.
  public let title: String

  /// Creates the share.
  public init(token: String, note: String, title: String) {
    self.token = token
    self.note = note
    self.title = title
  }
}

/// A note as a visitor reads it by a link.
public struct SharedNote: Codable, Hashable, Sendable {
  /// The note.
  public let note: Note
  /// The name of the user whose note it is.
  public let owner: String

  /// Creates the note.
  public init(note: Note, owner: String) {
    self.note = note
    self.owner = owner
  }
}
