// The pages that more than one module links to. Other addresses are beside their pages.

/// The first page of the site.
struct HomeAddress: PageAddress {}

/// The log-in page.
struct LogInAddress: PageAddress {
  /// The path to go to after the log-in.
  var next: String?
}

/// The page of a new account.
struct RegistrationAddress: PageAddress {}

/// The end of a session.
struct LogOutAddress: PageAddress {}

/// The page of the user's password and sessions.
struct AccountAddress: PageAddress {
  var notice: Notice?
}

/// A list of notes.
struct NotesAddress: PageAddress {
  /// The folder, or nil for all notes.
  var folder: String?
  var order: NoteOrder?
  /// The number of the page, from 1.
  var page: Int?
  var notice: Notice?
  /// The note that was deleted before, and can be restored.
  var note: String?
}

/// A note, for reading.
struct NoteAddress: PageAddress {
  var note = ""
  var notice: Notice?
}

/// The page that shares a note.
struct SharingAddress: PageAddress {
  var note = ""
}

/// The search page.
struct SearchAddress: PageAddress {
  var words: String?
}

/// A confirmation on the page after a change.
enum Notice: String, Sendable {
  case saved, pinned, unpinned, deleted, restored, renamed, folderDeleted, passwordChanged

  /// The sentence for the user.
  var sentence: String {
    switch self {
    case .saved: "The note was saved."
    case .pinned: "The note is now at the top of the list."
    case .unpinned: "The note is no longer at the top of the list."
    case .deleted: "The note was deleted."
    case .restored: "The note was restored."
    case .renamed: "The folder was renamed."
    case .folderDeleted: "The folder was deleted. Its notes are among all notes."
    case .passwordChanged: "The password was changed. All other sessions were ended."
    }
  }
}
