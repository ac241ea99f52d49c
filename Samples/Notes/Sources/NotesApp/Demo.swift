import Foundation
import NotesInterfaces
import NotesList
import NotesLogic
import ScreenKit
import Waymark

/// A tour through the application that needs no terminal.
///
/// Each section prints the lines of code that it runs.
@MainActor
public struct Demo: RouteVocabulary {
  private let store: URL
  private let page: DemoPage

  /// Creates the tour.
  ///
  /// - Parameters:
  ///   - store: The file of the notes, which the tour changes.
  ///   - write: Takes each line, without its end.
  public init(store: URL, write: @escaping (String) -> Void) {
    self.store = store
    page = DemoPage(write: write)
  }

  /// Shows a mistake, starts the application, shows its parts, and stops it.
  public func run() async throws {
    page.refused("1. A mistake, found before anything runs: nothing provides the parameters") {
      try Registry {
        Route(DeleteAction.init(storage:alerts:)) { Contributes(to: .noteActions) }
      }
    }
    let registry = try page.section("2. All modules of the application, checked together") {
      try Registry { NotesApplication(store: store) }
    }
    try await registry.run { try showParts(of: registry) }
    page.end()
  }

  private func showParts(of registry: Registry) throws {
    let first = try page.section("3. A service by its protocol, and a note saved through it") {
      let storage = try registry(Service<any NoteStorage>())
      return try storage.save(Note(title: "Shopping", body: "Bread, cheese, a map."))
    }

    try page.section("4. A view by its protocol, with its dependencies in its initializer") {
      let list = try registry(View<any NoteListInput>())
      try list.open(id: first.id)
      return list
    }

    try page.section("5. A view by its configuration, which carries the note") {
      let editors = registry.router(to: ViewModule<any EditorModuleConfig>())
      return try editors?.makeDestination(as: View<any EditorInput>()) { $0.note = first }
    }

    try page.section("6. A view by a name of the list's module: an adapter connects it with the editor") {
      try registry.makeDestination(to: View<any NoteDetailInput>()) { $0.show(first) }
    }

    try page.section("7. A view by its identifier, and prepared by its route") {
      try registry.router(identifier: "easy-alert")?.makeDestination()
    }

    try page.section("8. The same application with one route replaced, as tests do it") {
      let test = try registry.overriding { Route(FixedStorage.init) { Service<any NoteStorage>() } }
      return try test(View<any NoteListInput>())
    }
  }
}

/// Notes that are always the same.
private struct FixedStorage: NoteStorage {
  func notes() throws -> [Note] { [Note(id: 7, title: "A note of a test", body: "Always the same.")] }
  func save(_ note: Note) throws -> Note { note }
  func delete(id: Note.ID) throws -> Note { try note(id: id) }
}
