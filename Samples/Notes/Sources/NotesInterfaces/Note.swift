/// A note.
public struct Note: Codable, Sendable, Hashable, Identifiable {
  /// The number of the note, from 1; 0 for one that was never saved.
  public var id: Int
  /// The title, one line.
  public var title: String
  /// The text.
  public var body: String
  /// The name of the folder; empty for a note that is in none.
  public var folder: String
  /// Whether the text is shown to those only who know the passcode.
  public var isLocked: Bool

  /// Creates a note.
  public init(id: Int = 0, title: String = "", body: String = "", folder: String = "", isLocked: Bool = false)
  {
    self.id = id
    self.title = title
    self.body = body
    self.folder = folder
    self.isLocked = isLocked
  }

  /// Reads a note; those of the first version of the program know neither folder nor lock.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(Int.self, forKey: .id), title: try values.decode(String.self, forKey: .title),
      body: try values.decode(String.self, forKey: .body),
      folder: try values.decodeIfPresent(String.self, forKey: .folder) ?? "",
      isLocked: try values.decodeIfPresent(Bool.self, forKey: .isLocked) ?? false)
  }

  /// What is shown in the place of a locked note's text.
  public var concealed: Note {
    guard isLocked else { return self }
    var note = self
    note.body = "This note is locked."
    return note
  }
}
