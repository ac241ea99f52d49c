import Waymark

// The parameters of each page, which its URL carries. A page's module declares the pattern; everything else writes URLs
// through `Links`, so that no path is written twice.

/// The parameters of the log-in page.
public struct LogInAddress: Sendable {
  /// The path to go to after the log-in.
  public var next: String?
  /// Creates the parameters.
  public init(next: String? = nil) { self.next = next }
}

/// The parameters of the page of all notes.
public struct NotesAddress: Sendable {
  /// The number of the page, from 1.
  public var page: Int?
  /// Creates the parameters.
  public init(page: Int? = nil) { self.page = page }
}

/// The parameters of the page of a folder's notes.
public struct FolderAddress: Sendable {
  /// The identifier of the folder.
  public var folder = ""
  /// The number of the page, from 1.
  public var page: Int?
  /// Creates the parameters.
  public init(folder: String = "", page: Int? = nil) {
    self.folder = folder
    self.page = page
  }
}

/// The parameters of the page that renames or deletes a folder.
public struct FolderSettingsAddress: Sendable {
  /// The identifier of the folder.
  public var folder = ""
  /// Creates the parameters.
  public init(folder: String = "") { self.folder = folder }
}

/// The parameters of the page of a new note.
public struct NewNoteAddress: Sendable {
  /// The identifier of the folder that the note goes into.
  public var folder: String?
  /// Creates the parameters.
  public init(folder: String? = nil) { self.folder = folder }
}

/// The parameters of the page of one note.
public struct NoteAddress: Sendable {
  /// The identifier of the note.
  public var note = ""
  /// Creates the parameters.
  public init(note: String = "") { self.note = note }
}

/// The parameters of the page that deletes a note.
public struct NoteDeletionAddress: Sendable {
  /// The identifier of the note.
  public var note = ""
  /// Creates the parameters.
  public init(note: String = "") { self.note = note }
}

/// The parameters of the page that shares a note.
public struct NoteSharingAddress: Sendable {
  /// The identifier of the note.
  public var note = ""
  /// Creates the parameters.
  public init(note: String = "") { self.note = note }
}

/// The parameters of the search page.
public struct SearchAddress: Sendable {
  /// The words to find.
  public var words: String?
  /// Creates the parameters.
  public init(words: String? = nil) { self.words = words }
}

/// The parameters of the page of a shared note.
public struct SharedNoteAddress: Sendable {
  /// The secret of the link.
  public var token = ""
  /// Creates the parameters.
  public init(token: String = "") { self.token = token }
}

/// The parameters of a page that has none, of which each page has a type of its own.
public struct PlainAddress<Page>: Sendable {
  /// Creates the parameters.
  public init() {}
}

/// The pages without parameters.
public enum PlainPage {
  /// The first page of the site.
  public enum Home {}
  /// The page of a new account.
  public enum Registration {}
  /// The end of a session.
  public enum LogOut {}
  /// The list of folders.
  public enum Folders {}
  /// The list of the user's shared notes.
  public enum Shares {}
  /// The administration page.
  public enum Administration {}
  /// The picture of the route graph.
  public enum Graph {}
  /// The answer for a load balancer.
  public enum Health {}
  /// The style sheet.
  public enum StyleSheet {}
  /// The script.
  public enum Script {}
  /// The icon.
  public enum Icon {}
  /// Apple's association file.
  public enum AssociationFile {}
}
