import NotesInterfaces
import SwiftUI
import Waymark
import WaymarkSwiftUI

/// The model of the list.
@MainActor @Observable
final class NoteOverviewModel {
  private(set) var notes: [Note] = []
  private(set) var failure: String?
  private let storage: any NoteStorage

  init(storage: any NoteStorage) { self.storage = storage }

  /// Reads the notes.
  func reload() {
    do {
      notes = try storage.notes()
      failure = nil
    } catch {
      failure = "\(error)"
    }
  }

  /// Shows a screen, or the error if it can't be made.
  func show(_ screen: () throws -> Void) {
    do {
      try screen()
      failure = nil
    } catch {
      failure = "\(error)"
    }
  }
}

/// The list of all notes.
struct NoteOverview: View {
  let model: NoteOverviewModel
  @Environment(\.routeWindow) private var window

  var body: some View {
    List {
      ForEach(model.notes) { note in
        Button(note.title) { open(note.id) }
      }
      Button("New note") { open(nil) }
      Button("About") {
        model.show { try Router.perform(to: .about, path: .sheet(from: window)) }
      }
      #if canImport(UIKit)
        Button("Statistics") {
          model.show { try Router.perform(to: .statistics, path: .push(from: window)) }
        }
      #endif
      if let failure = model.failure { Text(verbatim: failure) }
    }
    .navigationTitle("Notes")
    .onAppear { model.reload() }
  }

  private func open(_ id: Note.ID?) {
    model.show {
      try Router.perform(to: .noteDetailID, path: .push(from: window)) { module, _ in module = id }
    }
  }
}

struct NoteOverviewPreviews: PreviewProvider {
  static var previews: some View {
    RouteView(.noteOverview).registry(profile: .preview) {
      When(.preview) {}
      PreviewStorageModule()
      ScreensModule()
    }
  }
}

/// Notes in memory, for previews.
private struct PreviewStorageModule: RouteModule {
  private final class PreviewStorage: NoteStorage {
    func notes() -> [Note] { [Note(id: 1, title: "Bread", body: "Flour, water, salt.")] }
    func save(_ note: Note) -> Note { note }
    func delete(id: Note.ID) throws -> Note { try note(id: id) }
  }

  var routes: Routes {
    Route(PreviewStorage.init) { Service<any NoteStorage>() }
  }
}
