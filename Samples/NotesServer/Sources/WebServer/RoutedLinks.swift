import Foundation
import ServerInterfaces
import Waymark

/// Links written by the routes of a registry, so that they lead where the routes' patterns say.
struct RoutedLinks: Links {
  let fixed: FixedLinks
  private let registry: Registry
  /// The links of the menu and of forms, which are the same on every page.
  private let logInLink: String
  private let notesLink: String
  private let newNoteLink: String
  private let searchLink: String

  /// Writes the links that are always the same, and fails if a page is missing.
  init(registry: Registry) throws {
    self.registry = registry
    var fixed = FixedLinks()
    fixed.home = try Self.plain(\.homePage, registry)
    fixed.registration = try Self.plain(\.registrationPage, registry)
    fixed.logOut = try Self.plain(\.logOutPage, registry)
    fixed.folders = try Self.plain(\.foldersPage, registry)
    fixed.shares = try Self.plain(\.sharesPage, registry)
    fixed.administration = try Self.plain(\.administrationPage, registry)
    fixed.graph = try Self.plain(\.graphPicture, registry)
    fixed.health = try Self.plain(\.healthPage, registry)
    fixed.styleSheet = try Self.plain(\.styleSheet, registry)
    fixed.script = try Self.plain(\.script, registry)
    fixed.icon = try Self.plain(\.icon, registry)
    self.fixed = fixed
    logInLink = try Self.link(\.logInPage, registry) { $0.next = nil }
    notesLink = try Self.link(\.notesPage, registry) { $0.page = nil }
    newNoteLink = try Self.link(\.newNotePage, registry) { $0.folder = nil }
    searchLink = try Self.link(\.searchPage, registry) { $0.words = nil }
  }

  func logIn(next: String?) throws -> String {
    guard let next else { return logInLink }
    return try link(\.logInPage) { $0.next = next }
  }
  func notes(page: Int?) throws -> String {
    guard let page else { return notesLink }
    return try link(\.notesPage) { $0.page = page }
  }
  func folder(_ folder: String, page: Int?) throws -> String {
    try link(\.folderPage) {
      $0.folder = folder
      $0.page = page
    }
  }
  func folderSettings(_ folder: String) throws -> String {
    try link(\.folderSettingsPage) { $0.folder = folder }
  }
  func newNote(folder: String?) throws -> String {
    guard let folder else { return newNoteLink }
    return try link(\.newNotePage) { $0.folder = folder }
  }
  func note(_ note: String) throws -> String { try link(\.notePage) { $0.note = note } }
  func noteDeletion(_ note: String) throws -> String { try link(\.noteDeletionPage) { $0.note = note } }
  func noteSharing(_ note: String) throws -> String { try link(\.noteSharingPage) { $0.note = note } }
  func search(_ words: String?) throws -> String {
    guard let words else { return searchLink }
    return try link(\.searchPage) { $0.words = words }
  }
  func sharedNote(_ token: String) throws -> String { try link(\.sharedNotePage) { $0.token = token } }

  private func link<Address>(
    _ page: KeyPath<Routables, RoutableServiceModule<Address>>, _ fill: (inout Address) -> Void
  ) throws -> String {
    try Self.link(page, registry, fill)
  }

  private static func link<Address>(
    _ page: KeyPath<Routables, RoutableServiceModule<Address>>, _ registry: Registry,
    _ fill: (inout Address) -> Void
  ) throws -> String {
    try ModuleRouter(to: page, in: registry).url { fill(&$0) }.absoluteString
  }

  private static func plain<Page>(
    _ page: KeyPath<Routables, RoutableServiceModule<PlainAddress<Page>>>, _ registry: Registry
  ) throws -> String {
    try link(page, registry) { _ in }
  }
}
