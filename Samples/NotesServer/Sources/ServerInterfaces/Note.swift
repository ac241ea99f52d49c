import Foundation

/// A note with its text.
public struct Note: Codable, Hashable, Sendable, Identifiable {
  /// The identifier: random, so that it can't be guessed.
  public var id: String
  /// The folder, or nil if the note is in none.
  public var folder: String?
  /// The title.
  public var title: String
  /// The text.
  public var text: String
  /// The number of times the note was saved.
  ///
  /// Saving requires the version that was read.
  public var version: Int
  /// The time at which the note was last saved.
  public var changed: Date

  /// Creates a note.
  public init(
    id: String = RandomID.make(), folder: String? = nil, title: String = "", text: String = "",
    version: Int = 0,
    changed: Date = Date(timeIntervalSince1970: 0)
  ) {
    self.id = id
    self.folder = folder
    self.title = title
    self.text = text
    self.version = version
    self.changed = changed
  }
}

/// A note without its text, for lists.
public struct NoteSummary: Codable, Hashable, Sendable, Identifiable {
  /// The identifier of the note.
  public let id: String
  /// The title.
  public let title: String
  /// The beginning of the text, or the part in which words were found.
  public let excerpt: String
  /// The time at which the note was last saved.
  public let changed: Date

  /// Creates a summary.
  public init(id: String, title: String, excerpt: String, changed: Date) {
    self.id = id
    self.title = title
    self.excerpt = excerpt
    self.changed = changed
  }
}

/// One page of a list of notes.
public struct NoteList: Codable, Hashable, Sendable {
  /// The notes of this page.
  public let notes: [NoteSummary]
  /// The number of all notes.
  public let total: Int

  /// Creates the page.
  public init(notes: [NoteSummary], total: Int) {
    self.notes = notes
    self.total = total
  }
}

/// A folder of notes.
public struct Folder: Codable, Hashable, Sendable, Identifiable {
  /// The identifier.
  public let id: String
  /// The name.
  public let name: String
  /// The number of notes in the folder.
  public let count: Int

  /// Creates a folder.
  public init(id: String, name: String, count: Int) {
    self.id = id
    self.name = name
    self.count = count
  }
}
