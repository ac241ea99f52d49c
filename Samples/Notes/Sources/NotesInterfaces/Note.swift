/// A note.
public struct Note: Codable, Sendable, Hashable, Identifiable {
  /// The number of the note, from 1; 0 for one that was never saved.
  public var id: Int
  /// The title, one line.
  public var title: String
  /// The text.
  public var body: String

  /// Creates a note.
  public init(id: Int = 0, title: String = "", body: String = "") {
    self.id = id
    self.title = title
    self.body = body
  }
}
