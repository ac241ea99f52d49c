import Waymark

extension Routables {
  /// The first page of the site.
  public var homePage: RoutableServiceModule<PlainAddress<PlainPage.Home>> { declared() }
  /// The log-in page.
  public var logInPage: RoutableServiceModule<LogInAddress> { declared() }
  /// The page of a new account.
  public var registrationPage: RoutableServiceModule<PlainAddress<PlainPage.Registration>> { declared() }
  /// The end of a session.
  public var logOutPage: RoutableServiceModule<PlainAddress<PlainPage.LogOut>> { declared() }
  /// The page of all notes.
  public var notesPage: RoutableServiceModule<NotesAddress> { declared() }
  /// The list of folders.
  public var foldersPage: RoutableServiceModule<PlainAddress<PlainPage.Folders>> { declared() }
  /// The page of a folder's notes.
  public var folderPage: RoutableServiceModule<FolderAddress> { declared() }
  /// The page that renames or deletes a folder.
  public var folderSettingsPage: RoutableServiceModule<FolderSettingsAddress> { declared() }
  /// The page of a new note.
  public var newNotePage: RoutableServiceModule<NewNoteAddress> { declared() }
  /// The page of one note.
  public var notePage: RoutableServiceModule<NoteAddress> { declared() }
  /// The page that deletes a note.
  public var noteDeletionPage: RoutableServiceModule<NoteDeletionAddress> { declared() }
  /// The page that shares a note.
  public var noteSharingPage: RoutableServiceModule<NoteSharingAddress> { declared() }
  /// The search page.
  public var searchPage: RoutableServiceModule<SearchAddress> { declared() }
  /// The list of the user's shared notes.
  public var sharesPage: RoutableServiceModule<PlainAddress<PlainPage.Shares>> { declared() }
  /// The page of a shared note.
  public var sharedNotePage: RoutableServiceModule<SharedNoteAddress> { declared() }
  /// The administration page.
  public var administrationPage: RoutableServiceModule<PlainAddress<PlainPage.Administration>> { declared() }
  /// The picture of the route graph.
  public var graphPicture: RoutableServiceModule<PlainAddress<PlainPage.Graph>> { declared() }
  /// The answer for a load balancer.
  public var healthPage: RoutableServiceModule<PlainAddress<PlainPage.Health>> { declared() }
  /// The style sheet.
  public var styleSheet: RoutableServiceModule<PlainAddress<PlainPage.StyleSheet>> { declared() }
  /// The script.
  public var script: RoutableServiceModule<PlainAddress<PlainPage.Script>> { declared() }
  /// The icon.
  public var icon: RoutableServiceModule<PlainAddress<PlainPage.Icon>> { declared() }
  /// Apple's association file.
  public var associationFile: RoutableServiceModule<PlainAddress<PlainPage.AssociationFile>> { declared() }
}
