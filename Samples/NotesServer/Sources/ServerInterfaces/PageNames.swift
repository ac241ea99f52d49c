import Waymark

extension RoutableServiceModule<PlainAddress<PlainPage.Home>> {
  /// The first page of the site.
  public static var homePage: Self { declared() }
}
extension RoutableServiceModule<LogInAddress> {
  /// The log-in page.
  public static var logInPage: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.Registration>> {
  /// The page of a new account.
  public static var registrationPage: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.LogOut>> {
  /// The end of a session.
  public static var logOutPage: Self { declared() }
}
extension RoutableServiceModule<NotesAddress> {
  /// The page of all notes.
  public static var notesPage: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.Folders>> {
  /// The list of folders.
  public static var foldersPage: Self { declared() }
}
extension RoutableServiceModule<FolderAddress> {
  /// The page of a folder's notes.
  public static var folderPage: Self { declared() }
}
extension RoutableServiceModule<FolderSettingsAddress> {
  /// The page that renames or deletes a folder.
  public static var folderSettingsPage: Self { declared() }
}
extension RoutableServiceModule<NewNoteAddress> {
  /// The page of a new note.
  public static var newNotePage: Self { declared() }
}
extension RoutableServiceModule<NoteAddress> {
  /// The page of one note.
  public static var notePage: Self { declared() }
}
extension RoutableServiceModule<NoteDeletionAddress> {
  /// The page that deletes a note.
  public static var noteDeletionPage: Self { declared() }
}
extension RoutableServiceModule<NoteSharingAddress> {
  /// The page that shares a note.
  public static var noteSharingPage: Self { declared() }
}
extension RoutableServiceModule<SearchAddress> {
  /// The search page.
  public static var searchPage: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.Shares>> {
  /// The list of the user's shared notes.
  public static var sharesPage: Self { declared() }
}
extension RoutableServiceModule<SharedNoteAddress> {
  /// The page of a shared note.
  public static var sharedNotePage: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.Administration>> {
  /// The administration page.
  public static var administrationPage: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.Graph>> {
  /// The picture of the route graph.
  public static var graphPicture: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.Health>> {
  /// The answer for a load balancer.
  public static var healthPage: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.StyleSheet>> {
  /// The style sheet.
  public static var styleSheet: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.Script>> {
  /// The script.
  public static var script: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.Icon>> {
  /// The icon.
  public static var icon: Self { declared() }
}
extension RoutableServiceModule<PlainAddress<PlainPage.AssociationFile>> {
  /// Apple's association file.
  public static var associationFile: Self { declared() }
}
