import Waymark

/// The links that pages contain.
///
/// Every link on every page comes from here.
public protocol Links: Sendable {
  /// The links that need no parameters.
  var fixed: FixedLinks { get }
  /// Returns the link to the log-in page.
  func logIn(next: String?) throws -> String
  /// Returns the link to a page of all notes.
  func notes(page: Int?) throws -> String
  /// Returns the link to a page of a folder's notes.
  func folder(_ folder: String, page: Int?) throws -> String
  /// Returns the link to the settings of a folder.
  func folderSettings(_ folder: String) throws -> String
  /// Returns the link to the page of a new note.
  func newNote(folder: String?) throws -> String
  /// Returns the link to a note.
  func note(_ note: String) throws -> String
  /// Returns the link to the page that deletes a note.
  func noteDeletion(_ note: String) throws -> String
  /// Returns the link to the page that shares a note.
  func noteSharing(_ note: String) throws -> String
  /// Returns the link to the search page with the words filled in.
  func search(_ words: String?) throws -> String
  /// Returns the link by which everybody reads a shared note.
  func sharedNote(_ token: String) throws -> String
}

/// The links that are the same for everybody.
public struct FixedLinks: Sendable {
  /// The link to the first page.
  public var home = ""
  /// The link to the page of a new account.
  public var registration = ""
  /// The link that ends the session.
  public var logOut = ""
  /// The link to the list of folders.
  public var folders = ""
  /// The link to the list of shared notes.
  public var shares = ""
  /// The link to the administration page.
  public var administration = ""
  /// The link to the picture of the route graph.
  public var graph = ""
  /// The link to the answer for a load balancer.
  public var health = ""
  /// The link to the style sheet.
  public var styleSheet = ""
  /// The link to the script.
  public var script = ""
  /// The link to the icon.
  public var icon = ""

  /// Creates the links, all empty.
  public init() {}
}

extension RoutableService<any Links> {
  /// The links that pages contain.
  public static var links: Self { declared() }
}
