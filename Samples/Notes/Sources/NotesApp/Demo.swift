import Foundation
import NotesInterfaces
import NotesList
import ScreenKit
import Waymark

/// A tour through the application that needs no terminal.
@MainActor
public struct Demo: RouteVocabulary {
  private let registry: Registry
  private let write: (String) -> Void
  private let width = 60

  /// Compiles the application for the tour.
  ///
  /// - Parameters:
  ///   - store: The file of the notes; the tour writes to it.
  ///   - write: Takes each line, without its end.
  public init(store: URL, write: @escaping (String) -> Void) throws {
    registry = try Registry { NotesApplication(store: store) }
    self.write = write
  }

  /// Starts the application, shows everything, and stops it.
  public func run() async throws { try await registry.run { try show() } }

  private func show() throws {
    section("1. What the modules declare, compiled into one registry")
    write("\(RouteTable(registry))")

    section("2. A service by its protocol, and a note saved through it")
    let storage = try registry.makeDestination(to: Service<any NoteStorage>())
    let first = try storage.save(Note(title: "Shopping", body: "Bread, cheese, a map."))
    write("The storage gave the note number \(first.id).")

    section("3. A view by its module configuration, which carries the note")
    let editor = try registry.router(to: ViewModule<any EditorModuleConfig>())?
      .makeDestination(as: View<any EditorInput>()) { $0.note = first }
    editor?.note.body += " And a compass."
    try editor?.save()
    show(editor)

    section("4. A view by its protocol, with its dependencies in its initializer")
    let second = try storage.save(Note(title: "Reading", body: "The chapter about routers."))
    let list = try registry.makeDestination(to: View<any NoteListInput>())
    try list.open(id: second.id)
    show(list)

    section("5. A view by the name that another module requires: an adapter connects them")
    show(try registry.makeDestination(to: View<any NoteDetailInput>()) { $0.show(first) })

    section("6. One class, two routes: an alert by its identifier, and one prepared by its caller")
    show(try registry.router(identifier: "easy-alert")?.makeDestination() as? any Screen)
    show(
      try registry.makeDestination(to: View<any AlertInput>()) {
        $0.title = "Delete?"
        $0.message = "The note cannot be brought back."
        $0.buttons = ["Cancel", "Delete"]
      })

    section("7. The same application with one route replaced, as tests do it")
    let test = try registry.overriding {
      Route(FixedStorage.self) {
        Service<any NoteStorage>()
      } make: {
        FixedStorage()
      }
    }
    show(try test.makeDestination(to: View<any NoteListInput>()))

    section("8. Declarations that cannot work, found before anything runs")
    do {
      _ = try registry.overriding {
        Route(FixedStorage.self) {
          View<any NoteListInput>()
          Identifier("lsit")
        } make: {
          FixedStorage()
        }
      }
    } catch {
      write("\(error)")
    }
  }

  private func section(_ title: String) { write("\n\(title)\n") }

  private func show(_ screen: (any Screen)?) {
    for line in screen?.render(width: width) ?? [] { write(line.isEmpty ? "" : "    \(line)") }
  }
}

/// Notes that are always the same.
private struct FixedStorage: NoteStorage {
  func notes() throws -> [Note] { [Note(id: 7, title: "A note of a test", body: "Always the same.")] }
  func save(_ note: Note) throws -> Note { note }
  func delete(id: Note.ID) throws -> Note { try note(id: id) }
}
