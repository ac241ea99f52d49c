// The parameters of the pages' URLs, for links from other modules. Those of other pages are beside their functions.

struct HomeAddress: PageAddress {}
struct LogOutAddress: PageAddress {}
struct RegistrationAddress: PageAddress {}

struct LogInAddress: PageAddress {
  /// The path to go to after the log-in.
  var next: String?
}
struct AccountAddress: PageAddress {}

/// A list of notes.
struct NotesAddress: PageAddress {
  /// The folder, or nil for all notes.
  var folder: String?
  var order: NoteOrder?
  /// The number of the page, from 1.
  var page: Int?
  /// The note that was deleted before, and can be restored.
  var note: String?
}
struct NoteAddress: PageAddress { var note = "" }
struct SearchAddress: PageAddress { var words: String? }
struct SharingAddress: PageAddress { var note = "" }

/// A confirmation on the page after a change, whose name the query of any page may have.
enum Notice: String, CaseIterable {
  case saved = "The note was saved."
  case pinned = "The note is now at the top of the list."
  case unpinned = "The note is no longer at the top of the list."
  case deleted = "The note was deleted."
  case restored = "The note was restored."
  case renamed = "The folder was renamed."
  case folderDeleted = "The folder was deleted. Its notes are among all notes."
  case passwordChanged = "The password was changed. All other sessions were ended."
}
