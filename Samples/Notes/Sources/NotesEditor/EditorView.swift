import NotesInterfaces

/// Draws the note, and passes what the user does on to the presenter.
final class EditorView: EditorInput {
  var note = Note()
  var presenter: EditorPresenter?
  /// What is shown below the note: a notice of another module.
  var notice: (any SaveNoticeInput)?

  func save() throws -> Note {
    guard let presenter else { throw EditorNotReady() }
    return try presenter.save()
  }

  func render(width: Int) -> [String] {
    let number = note.id == 0 ? "new note" : "note \(note.id)"
    let title = TextLayout.cut("\(note.title.isEmpty ? "(no title)" : note.title) (\(number))", width: width)
    var lines = [title, String(repeating: "=", count: title.count)]
    lines += note.body.isEmpty ? ["(empty)"] : TextLayout.wrap(note.body, width: width)
    if let notice { lines += notice.render(width: width) }
    return lines
  }
}

/// The editor was made without its route, which wires it.
struct EditorNotReady: Error, CustomStringConvertible {
  var description: String { "the editor has no presenter; make it through its route" }
}
