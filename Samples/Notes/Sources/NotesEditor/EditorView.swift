import NotesInterfaces
import ScreenKit
import Waymark

/// Draws the note, and passes the user's actions on to the presenter.
final class EditorView: EditorInput, InteractiveScreen {
  var presenter: EditorPresenter?
  /// Where the note is written.
  private weak var window: (any ScreenWindow)?
  /// The notice below the note, from another module.
  var notice: (any SaveNoticeInput)?

  private var saved = Note()
  private var titleText = TextBuffer()
  private var bodyText = TextBuffer(isMultiline: true)
  private var isLocked = false
  private var writesBody = false

  var note: Note {
    get {
      var note = saved
      note.title = titleText.text
      note.body = bodyText.text
      note.isLocked = isLocked
      return note
    }
    set {
      // A note from outside replaces the text, but isn't saved yet.
      if newValue.id != saved.id { saved = newValue }
      if newValue.title != titleText.text { titleText = TextBuffer(newValue.title) }
      if newValue.body != bodyText.text { bodyText = TextBuffer(newValue.body, isMultiline: true) }
      saved.folder = newValue.folder
      isLocked = newValue.isLocked
      writesBody = !newValue.title.isEmpty
    }
  }

  var isEdited: Bool { note != saved }

  func save() throws -> Note {
    guard let presenter else { throw EditorNotReady() }
    return try presenter.save()
  }

  /// Decides whether the editor may be left.
  func decideAboutLeaving() async throws -> LeaveDecision {
    guard isEdited, let window else { return .proceed }
    guard let presenter else { throw EditorNotReady() }
    return try await presenter.decideAboutLeaving(window)
  }

  /// Shows a note as it was saved.
  func showSaved(_ note: Note) {
    self.note = note
    saved = note
  }

  // MARK: - Screen

  func render(width: Int) -> [String] {
    let title = TextLayout.cut("\(note.title.isEmpty ? "(no title)" : note.title) (\(number))", width: width)
    var lines = [title, String(repeating: "=", count: DisplayWidth.of(title))]
    lines += note.body.isEmpty ? ["(empty)"] : TextLayout.wrap(note.body, width: width)
    if let notice { lines += notice.render(width: width) }
    return lines
  }

  // MARK: - InteractiveScreen

  var title: String { (saved.id == 0 ? "New note" : "Note \(saved.id)") + (isEdited ? " (changed)" : "") }

  let hints = [
    KeyHint("^S", "save"), KeyHint("tab", "title/text"), KeyHint("^L", "lock/unlock"), KeyHint("esc", "back"),
  ]

  func draw(in size: ScreenSize) -> Drawing {
    let label = "Title: "
    var title = titleText.draw(width: max(size.columns - label.count, 3))
    var body = bodyText.draw(width: size.columns)
    title.lines = title.lines.enumerated().map { index, line in
      StyledLine(index == 0 ? label : String(repeating: " ", count: label.count), .dim) + line
    }
    let folder = saved.folder.isEmpty ? "in no folder" : "in \(saved.folder)"
    let state = TextLayout.cut(folder + (isLocked ? ", locked" : ""), width: size.columns)
    let head =
      title.lines + [StyledLine(state, .dim), StyledLine(String(repeating: "─", count: size.columns), .dim)]
    title.cursor?.column += label.count
    body.cursor?.line += head.count
    let below = notice?.render(width: size.columns).map { StyledLine($0) } ?? []
    return Drawing(head + body.lines + below, cursor: writesBody ? body.cursor : title.cursor)
  }

  func handle(_ key: Key, in window: any ScreenWindow) throws -> Bool {
    notice = nil
    self.window = window
    switch key {
    case .control("s"): _ = try save()
    case .control("l"): isLocked.toggle()
    case .tab, .backTab: writesBody.toggle()
    case .enter where !writesBody, .down where !writesBody: writesBody = true
    default: return writesBody ? bodyText.handle(key) : titleText.handle(key)
    }
    return true
  }

  private var number: String { saved.id == 0 ? "new note" : "note \(saved.id)" }
}

/// The editor was made without its route, which wires it.
struct EditorNotReady: Error, CustomStringConvertible {
  var description: String { "the editor has no presenter; make it through its route" }
}
