import DesktopKit
import Foundation
import GtkKit
import NotesDesktop
import NotesInterfaces
import Waymark

/// The application with a few notes, and a window.
@MainActor
final class Desk: RouteVocabulary {
  let store: URL
  let registry: Registry
  let application: DesktopApplication
  private(set) var opened: NotesWindow

  var window: DesktopWindow { opened.window }
  var navigator: Navigator { opened.navigator }
  var tree: WidgetTree { WidgetTree(window.window) }

  static let notes = [
    Note(id: 1, title: "Shopping", body: "Bread, cheese, a map."),
    Note(id: 2, title: "Bread", body: "Flour, water, salt.", folder: "Recipes"),
    Note(id: 3, title: "Soup", folder: "Recipes"),
    Note(id: 4, title: "Diary", body: "secret", isLocked: true),
  ]

  /// Starts the application with one more module.
  convenience init(adding module: some RouteModule) async throws {
    try await self.init { store in
      NotesDesktopModule(store: store)
      module
    }
  }

  convenience init(notes: [Note] = Desk.notes) async throws {
    try await self.init(notes: notes) { NotesDesktopModule(store: $0) }
  }

  private init(notes: [Note] = Desk.notes, @RoutesBuilder _ routes: (URL) -> Routes) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "notes-desktop-\(UUID().uuidString)")
    store = folder.appending(path: "notes.json")
    let declared = routes(store)
    registry = try Registry { declared }
    Registry.install(registry)
    try await registry.start()
    let storage = try registry.makeDestination(to: Service<any NoteStorage>())
    for note in notes {
      var note = note
      note.id = 0
      _ = try storage.save(note)
    }
    application = DesktopApplication(registry: registry, store: store)
    opened = try application.openWindow()
    await opened.restore([:])
  }

  /// Opens a window in the place of the closed one.
  func reopen(_ plans: [String: RoutePlan]) async throws {
    opened = try application.openWindow()
    await opened.restore(plans)
  }

  func storedNotes() throws -> [Note] { try registry.makeDestination(to: Service<any NoteStorage>()).notes() }

  /// Compares the widgets with the screens that the navigator knows.
  func compare(file: String = #fileID, line: Int = #line) {
    let difference = difference()
    if let difference { Checks.fail(difference, file: file, line: line) }
  }

  func difference() -> String? {
    let known = navigator.screens.map(WidgetTree.name)
    if tree.screens != known { return "the widgets are \(tree.screens), and the navigator knows \(known)" }
    let tab = navigator.plan.steps.first?.tab
    if tree.tab != tab { return "the tab is \(tree.tab ?? "none"), and the plan's \(tab ?? "none")" }
    for (tab, plan) in navigator.plans where tab != tree.tab {
      let planned = plan.steps.map { WidgetTree.name(of: $0.url) }
      let shown = tree.screens(inTab: tab)
      if shown != planned { return "the widgets in \(tab) are \(shown), and the plan is \(planned)" }
    }
    return nil
  }

  func clean() async throws {
    try FileManager.default.removeItem(at: store.deletingLastPathComponent())
  }
}
