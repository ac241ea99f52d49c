/// A note.
public struct Note: Codable, Sendable, Hashable, Identifiable {
  /// The number of the note, from 1, or 0 for a note that was never saved.
  public var id: Int
  /// The title, one line.
  public var title: String
  /// The text.
  public var body: String
  /// The name of the folder, or an empty text for a note in no folder.
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

  /// Reads a note, also from the program's first version, which has neither folders nor locks.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(Int.self, forKey: .id), title: try values.decode(String.self, forKey: .title),
      body: try values.decode(String.self, forKey: .body),
      folder: try values.decodeIfPresent(String.self, forKey: .folder) ?? "",
      isLocked: try values.decodeIfPresent(Bool.self, forKey: .isLocked) ?? false)
  }

  /// The note with a replacement for the text of a locked note.
  public var concealed: Note {
    guard isLocked else { return self }
    var note = self
    note.body = "This note is locked."
    return note
  }
}
