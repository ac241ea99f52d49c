import Foundation
import ServerInterfaces
import Waymark

/// Links written by the routes of a registry, so that they lead where the routes' patterns say.
struct RoutedLinks: Links {
  /// A router to the address of a page, kept because pages have many links.
  private typealias Page<Address> = ModuleRouter<RoutableServiceModule<Address>>

  let fixed: FixedLinks
  private let logInPage: Page<LogInAddress>
  private let notesPage: Page<NotesAddress>
  private let folderPage: Page<FolderAddress>
  private let folderSettingsPage: Page<FolderSettingsAddress>
  private let newNotePage: Page<NewNoteAddress>
  private let notePage: Page<NoteAddress>
  private let noteDeletionPage: Page<NoteDeletionAddress>
  private let noteSharingPage: Page<NoteSharingAddress>
  private let searchPage: Page<SearchAddress>
  private let sharedNotePage: Page<SharedNoteAddress>
  /// The links of the menu and of forms, which are the same on every page.
  private let logInLink: String
  private let notesLink: String
  private let newNoteLink: String
  private let searchLink: String

  /// Finds the pages, writes the links that are always the same, and fails if a page is missing.
  init(registry: Registry) throws {
    func plain<Page>(_ page: RoutableServiceModule<PlainAddress<Page>>) throws -> String {
      try ModuleRouter(to: page, in: registry).link { _ in }
    }
    var fixed = FixedLinks()
    fixed.home = try plain(.homePage)
    fixed.registration = try plain(.registrationPage)
    fixed.logOut = try plain(.logOutPage)
    fixed.folders = try plain(.foldersPage)
    fixed.shares = try plain(.sharesPage)
    fixed.administration = try plain(.administrationPage)
    fixed.graph = try plain(.graphPicture)
    fixed.health = try plain(.healthPage)
    fixed.styleSheet = try plain(.styleSheet)
    fixed.script = try plain(.script)
    fixed.icon = try plain(.icon)
    self.fixed = fixed
    logInPage = try ModuleRouter(to: .logInPage, in: registry)
    notesPage = try ModuleRouter(to: .notesPage, in: registry)
    folderPage = try ModuleRouter(to: .folderPage, in: registry)
    folderSettingsPage = try ModuleRouter(to: .folderSettingsPage, in: registry)
    newNotePage = try ModuleRouter(to: .newNotePage, in: registry)
    notePage = try ModuleRouter(to: .notePage, in: registry)
    noteDeletionPage = try ModuleRouter(to: .noteDeletionPage, in: registry)
    noteSharingPage = try ModuleRouter(to: .noteSharingPage, in: registry)
    searchPage = try ModuleRouter(to: .searchPage, in: registry)
    sharedNotePage = try ModuleRouter(to: .sharedNotePage, in: registry)
    logInLink = try logInPage.link { $0.next = nil }
    notesLink = try notesPage.link { $0.page = nil }
    newNoteLink = try newNotePage.link { $0.folder = nil }
    searchLink = try searchPage.link { $0.words = nil }
  }

  func logIn(next: String?) throws -> String {
    guard let next else { return logInLink }
    return try logInPage.link { $0.next = next }
  }
  func notes(page: Int?) throws -> String {
    guard let page else { return notesLink }
    return try notesPage.link { $0.page = page }
  }
  func folder(_ folder: String, page: Int?) throws -> String {
    try folderPage.link {
      $0.folder = folder
      $0.page = page
    }
  }
  func folderSettings(_ folder: String) throws -> String {
    try folderSettingsPage.link { $0.folder = folder }
  }
  func newNote(folder: String?) throws -> String {
    guard let folder else { return newNoteLink }
    return try newNotePage.link { $0.folder = folder }
  }
  func note(_ note: String) throws -> String { try notePage.link { $0.note = note } }
  func noteDeletion(_ note: String) throws -> String { try noteDeletionPage.link { $0.note = note } }
  func noteSharing(_ note: String) throws -> String { try noteSharingPage.link { $0.note = note } }
  func search(_ words: String?) throws -> String {
    guard let words else { return searchLink }
    return try searchPage.link { $0.words = words }
  }
  func sharedNote(_ token: String) throws -> String { try sharedNotePage.link { $0.token = token } }
}

extension ModuleRouter {
  /// Returns the link to a page whose address the closure fills.
  fileprivate func link<Address>(_ fill: (inout Address) -> Void) throws -> String
  where Token == RoutableServiceModule<Address> {
    try url { fill(&$0) }.absoluteString
  }
}
