import NotesInterfaces
import Waymark

/// Draws the list, and below it the note that is open.
final class NoteListView: NoteListInput {
  private let storage: any NoteStorage
  private let details: DestinationViewRouter<any NoteDetailInput>
  private var notes: [Note] = []
  private var detail: (any NoteDetailInput)?

  /// The parameters are what the route needs: the storage, and a router to the screen of a note.
  init(storage: any NoteStorage, details: DestinationViewRouter<any NoteDetailInput>) {
    self.storage = storage
    self.details = details
  }

  func reload() throws { notes = try storage.notes() }

  func open(id: Note.ID) throws {
    let note = try storage.note(id: id)
    detail = try details.makeDestination { $0.show(note) }
  }

  func render(width: Int) -> [String] {
    guard !notes.isEmpty else { return ["There are no notes. 'notes new TITLE' writes the first."] }
    let numbers = notes.map { String($0.id) }
    let column = numbers.map(\.count).max() ?? 0
    let list = zip(numbers, notes).map { number, note in
      let title = String(repeating: " ", count: column - number.count) + "\(number)  \(note.title)"
      return TextLayout.cut(title, width: width)
    }
    guard let detail else { return list }
    return list + [""] + detail.render(width: width)
  }
}
